import { useRef } from 'react';
import type { AccountSession } from '#contract/account.ts';
import { FAILURE_TEXTS, LOADING } from '#contract/common-texts.ts';
import { useRevokeSession, useSessions } from '#web/features/account/index.ts';
import { failureToast, messageOf } from '#web/lib/net/failure-toast.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { useRescuedFocus } from '#web/ui/rescue-focus.ts';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { toast } from '#web/ui/toast.ts';
import { AccountRow } from './account-row.tsx';
import { describeDevice } from './describe-device.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import sessionList from './session-list.module.css';

export function ActiveSessions() {
  const sessions = useSessions();
  const loading = useDelayedFlag(sessions.isPending);
  const revoke = useRevokeSession();
  const end = (session: AccountSession) =>
    revoke.mutate(session, {
      onError: (error) => {
        if (!isShownElsewhere(error)) toast(failureToast(error, FAILURE_TEXTS.unknownText));
      },
    });
  return (
    <AccountRow title="Active Sessions" about="Where you are signed in. Sign out any session you do not recognize.">
      {loading && <LoadingState text={LOADING} />}
      {sessions.error && !sessions.data && (
        <ErrorState
          heading="h3"
          message={messageOf(sessions.error, FAILURE_TEXTS.unknownText)}
          onRetry={() => void sessions.refetch()}
        />
      )}
      {!loading && sessions.data && (
        <ul className={sessionList.list}>
          {sessions.data.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              ending={revoke.isPending && revoke.variables.id === session.id}
              onEnd={() => end(session)}
            />
          ))}
        </ul>
      )}
    </AccountRow>
  );
}

function SessionRow({ session, ending, onEnd }: { session: AccountSession; ending: boolean; onEnd: () => void }) {
  const row = useRef<HTMLLIElement>(null);
  useRescuedFocus(row);
  const device = describeDevice(session.user_agent);
  return (
    <li ref={row}>
      <div className={layout.grow}>
        <span className={cx(layout.row, layout.gap8)}>
          <b className={typography.truncate}>{device}</b>
          {session.current && <Badge tone="ok">This session</Badge>}
        </span>
        <span className={cx(typography.small, typography.tertiary)}>
          {session.ip_address ?? 'Unknown address'} · since {formatDateTime(session.created_at)}
        </span>
      </div>
      {!session.current && (
        <Button size="sm" busy={ending} onClick={onEnd} aria-label={`Sign out ${device}`}>
          Sign Out
        </Button>
      )}
    </li>
  );
}
