import type { Activity as ActivityItem } from '#contract/plan.ts';
import { LOADING } from '#contract/texts.ts';
import { messageOf } from '#web/lib/failure-toast.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { LoadingState, Skeleton, useDelayedFlag } from '#web/ui/loading.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { activityTime } from './activity-time.ts';
import { useActivity } from './use-activity.ts';

interface ActivityProps {
  projectId: string;
  taskId?: string | undefined;
  /** The baton is held here: the newest line about taking it is lit. */
  held: boolean;
  /** Where the lines are about many tasks: each is given its task's number. */
  numberOf?: ((taskId: string) => number | undefined) | undefined;
}

const TAKING = new Set(['baton.taken', 'task.locked']);

export function Activity({ projectId, taskId, held, numberOf }: ActivityProps) {
  const query = useActivity(projectId, taskId);
  const loading = useDelayedFlag(query.isPending);
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <section>
      <h3 className="lab">Activity</h3>
      {query.isError && !items && (
        <ErrorState
          heading="h3"
          message={messageOf(query.error, 'Failed to load the activity')}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {loading && !items && (
        <LoadingState text={LOADING}>
          <div className="col g2">
            <Skeleton width="80%" />
            <Skeleton width="60%" />
            <Skeleton width="70%" />
          </div>
        </LoadingState>
      )}
      {items?.length === 0 && <p className="small t3">Nothing has happened here yet.</p>}
      {items && items.length > 0 && <Lines items={items} held={held} numberOf={numberOf} />}
      {query.hasNextPage && (
        <Button variant="ghost" size="sm" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
}

interface LinesProps extends Pick<ActivityProps, 'held' | 'numberOf'> {
  items: readonly ActivityItem[];
}

function Lines({ items, held, numberOf }: LinesProps) {
  const now = useNow();
  const lit = held ? items.find(({ type }) => TAKING.has(type))?.seq : undefined;
  return (
    <ol className="act">
      {items.map((item) => (
        <li key={item.seq} className={cx(item.seq === lit && 'on')}>
          <time dateTime={item.created_at} title={formatDateTime(item.created_at)}>
            {activityTime(item.created_at, now)}
          </time>
          <span>
            {numberFor(item, numberOf)}
            {item.text}
            {item.actor.kind === 'agent' && <span className="t3"> · {item.actor.name}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** "T12 " before a text that does not name its task itself. */
function numberFor({ task_id, text }: ActivityItem, numberOf: ActivityProps['numberOf']) {
  const number = task_id === null ? undefined : numberOf?.(task_id);
  return number === undefined || text.startsWith(`T${number} `) ? null : <span className="no">{`T${number} `}</span>;
}
