import { useId } from 'react';
import type { NotificationChoice, NotificationKind } from '#contract/notifications.ts';
import { NOTIFICATION_TEXTS } from '#contract/notification-texts.ts';
import {
  askToNotify,
  type NotificationState,
  showBrowserNotification,
  useNotificationState,
} from '#web/lib/browser-notifications.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { paths } from '#web/paths.ts';
import { cx } from '#web/ui/cx.ts';
import { Button } from '#web/ui/button.tsx';
import { Dot } from '#web/ui/dot.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { SwitchButton } from '#web/ui/switch.tsx';
import { type Switched, useNotifications, useSwitchNotification } from './notification-queries.ts';
import { Section } from './section.tsx';
import layout from '#web/styles/layout.module.css';
import styles from './notifications-section.module.css';

const T = NOTIFICATION_TEXTS.settings;
const KINDS = Object.keys(NOTIFICATION_TEXTS.kinds) as NotificationKind[];

/** The person's own switches, saved one by one and not with the project's form. */
export function NotificationsSection({ projectId }: { projectId: string }) {
  const { data, error, refetch, isFetching } = useNotifications(projectId);
  return (
    <Section id="notifications" label={T.region} lead={T.lead}>
      {data && <Switches choice={data} projectId={projectId} />}
      {!data && error && (
        <ErrorState
          heading="h3"
          message={messageOf(error, T.loadFailed)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Skeleton height={240} width="100%" />}
    </Section>
  );
}

function Switches({ choice, projectId }: { choice: NotificationChoice; projectId: string }) {
  const save = useSwitchNotification(projectId);
  const state = useNotificationState();
  const mailId = useId();
  const browserId = useId();
  const switchTo = async (switched: Switched) => {
    // Permission is asked for with the first switch only, because browsers want a click for it.
    if (switched.channel === 'browser' && switched.isOn) {
      if ((await askToNotify()) !== 'granted') return;
    }
    save.mutate(switched);
  };
  const cell = (kind: NotificationKind, channel: Switched['channel']) => (
    <td className={styles.cell}>
      <Cell
        label={`${NOTIFICATION_TEXTS.kinds[kind]}, ${channel === 'email' ? T.email : T.browser}`}
        checked={choice[channel][kind] && (channel === 'browser' || choice.sends_mail)}
        disabled={channel === 'email' ? !choice.sends_mail : state === 'unsupported'}
        describedBy={channel === 'browser' ? browserId : choice.sends_mail ? undefined : mailId}
        onChange={(isOn) => void switchTo({ channel, kind, isOn })}
      />
    </td>
  );
  return (
    <>
      <table className={styles.table} aria-label={T.table}>
        <thead>
          <tr>
            <th scope="col">{T.when}</th>
            <th scope="col" className={styles.cell}>
              {T.email}
            </th>
            <th scope="col" className={styles.cell}>
              {T.browser}
            </th>
          </tr>
        </thead>
        <tbody>
          {KINDS.map((kind) => (
            <tr key={kind}>
              <th scope="row">
                <b>{NOTIFICATION_TEXTS.kinds[kind]}</b>
                <span>{T.help[kind]}</span>
              </th>
              {cell(kind, 'email')}
              {cell(kind, 'browser')}
            </tr>
          ))}
        </tbody>
      </table>
      {!choice.sends_mail && (
        <p className={styles.foot} id={mailId}>
          <Dot tone="warn" />
          <span>{T.noMail}</span>
        </p>
      )}
      <BrowserFoot
        id={browserId}
        projectId={projectId}
        isWanted={KINDS.some((kind) => choice.browser[kind])}
        state={state}
      />
    </>
  );
}

interface CellProps {
  label: string;
  checked: boolean;
  disabled: boolean;
  describedBy: string | undefined;
  onChange: (isOn: boolean) => void;
}

function Cell({ label, checked, disabled, describedBy, onChange }: CellProps) {
  return (
    <SwitchButton
      id={useId()}
      aria-label={label}
      aria-describedby={describedBy}
      checked={checked}
      disabled={disabled}
      onChange={onChange}
    />
  );
}

interface BrowserFootProps {
  id: string;
  projectId: string;
  /** At least one kind is on: for this person, in whichever browser it was switched. */
  isWanted: boolean;
  state: NotificationState;
}

const TONE = { granted: 'ok', default: undefined, denied: 'bad', unsupported: 'warn' } as const;

function BrowserFoot({ id, projectId, isWanted, state }: BrowserFootProps) {
  const isWaiting = state === 'default' && isWanted;
  const test = () =>
    showBrowserNotification({
      title: T.testTitle,
      body: T.testBody,
      url: paths.projectSettings(projectId),
      tag: `baton:test:${crypto.randomUUID()}`,
    });
  return (
    <div className={cx(styles.foot, styles.browser)}>
      <Dot tone={isWaiting ? 'warn' : TONE[state]} />
      <p className={layout.grow} id={id} role="status">
        {isWaiting ? T.waiting : T.states[state]}
      </p>
      {isWaiting && (
        <Button variant="ghost" size="sm" onClick={() => void askToNotify()}>
          {T.allow}
        </Button>
      )}
      {state === 'granted' && (
        <Button variant="ghost" size="sm" onClick={() => void test()}>
          {T.test}
        </Button>
      )}
    </div>
  );
}
