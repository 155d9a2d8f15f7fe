import { useRef } from 'react';
import { LOADING } from '#contract/common-texts.ts';
import type { Activity as ActivityItem } from '#contract/plan.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { activityTime } from './activity-time.ts';
import { UndoStep } from './undo-step.tsx';
import { useActivity } from './use-activity.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { SectionTitle } from '#web/ui/section-title.tsx';
import { TaskNumber } from './task-name.tsx';
import styles from './activity.module.css';

interface ActivityProps {
  projectId: string;
  taskId?: string | undefined;
  /** The baton is held: the newest line about taking it is highlighted. */
  held: boolean;
  /** Given if the lines are about several tasks: each is prefixed with its task's number. */
  numberOf?: ((taskId: string) => number | undefined) | undefined;
}

const TAKING = new Set(['baton.taken', 'task.locked']);

export function Activity({ projectId, taskId, held, numberOf }: ActivityProps) {
  const query = useActivity(projectId, taskId);
  const loading = useDelayedFlag(query.isPending);
  const heading = useRef<HTMLHeadingElement>(null);
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <section>
      <SectionTitle ref={heading} tabIndex={-1}>
        Activity
      </SectionTitle>
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
          <div className={cx(layout.column, layout.gap8)}>
            <Skeleton width="80%" />
            <Skeleton width="60%" />
            <Skeleton width="70%" />
          </div>
        </LoadingState>
      )}
      {items?.length === 0 && (
        <p className={cx(typography.small, typography.tertiary)}>Nothing has happened here yet.</p>
      )}
      {items && items.length > 0 && (
        <Lines
          items={items}
          projectId={projectId}
          held={held}
          numberOf={numberOf}
          onUndone={() => heading.current?.focus()}
        />
      )}
      {query.hasNextPage && (
        <Button variant="ghost" size="sm" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
}

interface LinesProps extends Pick<ActivityProps, 'projectId' | 'held' | 'numberOf'> {
  items: readonly ActivityItem[];
  onUndone: () => void;
}

function Lines({ items, projectId, held, numberOf, onUndone }: LinesProps) {
  const now = useNow();
  const undoable = findUndoable(items);
  const lit = held ? items.find(({ type }) => TAKING.has(type))?.seq : undefined;
  return (
    <ol className={styles.list} data-part="activity">
      {items.map((item) => (
        <li key={item.seq} className={cx(item.seq === lit && styles.lit)}>
          <time dateTime={item.created_at} title={formatDateTime(item.created_at)}>
            {activityTime(item.created_at, now)}
          </time>
          <span>
            {numberFor(item, numberOf)}
            {item.text}
            {item.actor.kind === 'agent' && !item.text.startsWith(`${item.actor.name} `) && (
              <span className={cx(styles.actor, typography.tertiary)}> · {item.actor.name}</span>
            )}
            {item === undoable && item.checkpoint_id !== null && (
              <UndoStep projectId={projectId} checkpointId={item.checkpoint_id} what={item.text} onUndone={onUndone} />
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The newest step with a checkpoint to restore; none if the plan has been replaced since. */
function findUndoable(items: readonly ActivityItem[]): ActivityItem | undefined {
  const newest = items.find(({ type, checkpoint_id }) => checkpoint_id !== null || type === 'plan.replaced');
  return newest?.checkpoint_id === null ? undefined : newest;
}

function numberFor({ task_id, text }: ActivityItem, numberOf: ActivityProps['numberOf']) {
  const number = task_id === null ? undefined : numberOf?.(task_id);
  return number === undefined || text.startsWith(`T${number} `) ? null : <TaskNumber>{`T${number} `}</TaskNumber>;
}
