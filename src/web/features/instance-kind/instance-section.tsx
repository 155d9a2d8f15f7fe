import { useId, useState } from 'react';
import type { InstanceSettings } from '#contract/admin-instance.ts';
import { SET_UP_TEXTS as T } from '#contract/set-up-texts.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { SettingLine } from '#web/ui/setting-line.tsx';
import { SettingSection } from '#web/ui/setting-section.tsx';
import { SwitchButton } from '#web/ui/switch.tsx';
import { toast } from '#web/ui/toast.ts';
import { type Choice, sendChoice } from './choice.ts';
import { KindCards } from './kind-cards.tsx';
import { PlannerSwitch } from './planner-switch.tsx';
import { useInstanceSettings, useSaveInstance } from './queries.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './instance-kind.module.css';
import { KindHint } from './kind-hint.tsx';

/** Who this instance is for; a change is confirmed after a list of what appears or disappears. */
export function InstanceSection() {
  const { data, isError, error, isFetching, refetch } = useInstanceSettings();
  return (
    <SettingSection id="instance" title="Instance" spaced>
      {data && <Loaded key={JSON.stringify([chosenIn(data), data.private_webhooks])} loaded={data} />}
      {isError && !data && (
        <ErrorState
          message={messageOf(error, 'The instance settings could not be loaded.')}
          heading="h3"
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </SettingSection>
  );
}

const chosenIn = ({ kind, sign_up_by: signUpBy, domains, planner }: InstanceSettings): Choice => ({
  kind: kind ?? 'service',
  signUpBy,
  domains: domains.join(', '),
  builtIn: planner.built_in,
});

function Loaded({ loaded }: { loaded: InstanceSettings }) {
  const [choice, setChoice] = useState<Choice>(chosenIn(loaded));
  const [isPrivate, setPrivate] = useState(loaded.private_webhooks.allowed);
  const [asking, setAsking] = useState(false);
  const save = useSaveInstance();
  const webhooksId = useId();
  const isOtherWebhook = isPrivate !== loaded.private_webhooks.allowed;
  const isChanged =
    isOtherWebhook || loaded.kind === null || JSON.stringify(choice) !== JSON.stringify(chosenIn(loaded));
  const isOther = (loaded.kind ?? 'service') !== choice.kind;
  const store = () =>
    save.mutate(
      { ...sendChoice(choice), ...(isOtherWebhook && { private_webhooks: isPrivate }) },
      {
        onSuccess: () => {
          toast({ variant: 'success', title: 'Instance Saved', description: 'The change applies on every server.' });
          setAsking(false);
        },
      },
    );
  return (
    <>
      <KindCards
        choice={choice}
        onChoose={setChoice}
        fixed={loaded.from_environment}
        serviceFacts={<Renewing of={loaded} />}
      />
      {loaded.planner.configured !== null && (
        <SettingLine
          label="Planner"
          help="Turns a PRD into a plan. The built-in planner needs no key and sends nothing out."
        >
          <PlannerSwitch
            configured={loaded.planner.configured}
            builtIn={choice.builtIn}
            onChange={(builtIn) => setChoice({ ...choice, builtIn })}
          />
        </SettingLine>
      )}
      <SettingLine
        id={webhooksId}
        label={T.privateWebhooks}
        help={loaded.private_webhooks.from_environment ? T.privateWebhooksFixed : T.privateWebhooksHelp}
      >
        <SwitchButton
          id={webhooksId}
          aria-describedby={`${webhooksId}-help`}
          checked={isPrivate}
          changed={isOtherWebhook}
          disabled={loaded.private_webhooks.from_environment}
          onChange={setPrivate}
        />
      </SettingLine>
      {save.error && !asking && (
        <p className={cx(typography.small, styles.problem)} role="alert">
          {messageOf(save.error, 'The instance could not be saved.')}
        </p>
      )}
      <div>
        <Button busy={save.isPending} disabled={!isChanged} onClick={() => (isOther ? setAsking(true) : store())}>
          Save Instance
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          open
          title={choice.kind === 'team' ? 'Run this for your team?' : 'Run this as a public service?'}
          description={
            <>
              {choice.kind === 'team' ? T.toTeam : T.toService} {choice.kind === 'team' && <Renewing of={loaded} />}
            </>
          }
          confirmLabel="Change"
          busy={save.isPending}
          error={save.error ? messageOf(save.error, 'The instance could not be saved.') : undefined}
          onClose={() => setAsking(false)}
          onConfirm={store}
        />
      )}
    </>
  );
}

function Renewing({ of }: { of: InstanceSettings }) {
  const count = of.renewing_subscriptions;
  if (count === 0) return <KindHint>Nobody has a paid plan that renews.</KindHint>;
  return (
    <KindHint>
      {count === 1 ? '1 paid plan renews' : `${count} paid plans renew`}: people manage and cancel them as before.
    </KindHint>
  );
}
