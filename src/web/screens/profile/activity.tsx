import { FAILURE_TEXTS, LOADING } from '#contract/common-texts.ts';
import { useActivity } from '#web/features/account/index.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { AccountRow } from './account-row.tsx';
import { type ActivityLine, activityWords, foldFailures } from './activity-words.ts';
import { describeDevice } from './describe-device.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import sessionList from './session-list.module.css';

/** What happened to the account: sign-ins, wrong passwords, keys, apps, passwords. */
export function Activity() {
  const activity = useActivity();
  const loading = useDelayedFlag(activity.isPending);
  const lines = foldFailures(activity.data ?? []);
  return (
    <AccountRow
      title="Activity"
      about="How your account was entered, and what changed. If something was not you, change your password."
    >
      {loading && <LoadingState text={LOADING} />}
      {activity.error && !activity.data && (
        <ErrorState
          heading="h3"
          message={messageOf(activity.error, FAILURE_TEXTS.unknownText)}
          retrying={activity.isFetching}
          onRetry={() => void activity.refetch()}
        />
      )}
      {!loading && activity.data && lines.length === 0 && (
        <p className={cx(typography.small, typography.tertiary)}>Nothing has happened yet.</p>
      )}
      {!loading && lines.length > 0 && (
        <ul className={sessionList.list} aria-label="Account activity">
          {lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ul>
      )}
      {activity.hasNextPage && (
        <div>
          <Button size="sm" busy={activity.isFetchingNextPage} onClick={() => void activity.fetchNextPage()}>
            Show Older
          </Button>
        </div>
      )}
    </AccountRow>
  );
}

function Line({ line }: { line: ActivityLine }) {
  const seen = [
    formatDateTime(line.at),
    line.user_agent !== null && line.user_agent.startsWith('Mozilla')
      ? describeDevice(line.user_agent)
      : line.user_agent,
    line.address,
    line.by === 'administrator' && 'by an administrator',
  ];
  return (
    <li>
      <div className={layout.grow}>
        <span className={cx(layout.row, layout.gap8)}>
          <span>{activityWords(line)}</span>
          {line.outcome === 'failed' && <Badge tone="warn">Failed</Badge>}
        </span>
        <span className={cx(typography.small, typography.tertiary)}>{seen.filter(Boolean).join(' · ')}</span>
      </div>
    </li>
  );
}
