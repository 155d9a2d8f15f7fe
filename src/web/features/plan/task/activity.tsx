import { useRef, useState } from 'react';
import { LOADING } from '#contract/common-texts.ts';
import type { Activity as ActivityItem } from '#contract/plan.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { formatDateTime, formatDay, formatTime } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
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
  title?: string | undefined;
  /** Shows this many of the newest until more are asked for. */
  newest?: number | undefined;
  /** The baton is held: the newest line about taking it is highlighted. */
  held: boolean;
  /** Given if the lines are about several tasks: each begins with its task's number, which leads there. */
  tasks?: { numberOf: (taskId: string) => number | undefined; onSelect: (taskId: string) => void } | undefined;
}

const TAKING = new Set(['baton.taken', 'task.locked']);

/** What happened, newest first, under the day it happened on. */
export function Activity({ projectId, taskId, title = 'Activity', newest, held, tasks }: ActivityProps) {
  const query = useActivity(projectId, taskId);
  const [isShort, setShort] = useState(newest !== undefined);
  const loading = useDelayedFlag(query.isPending);
  const heading = useRef<HTMLHeadingElement>(null);
  const items = query.data?.pages.flatMap((page) => page.items);
  const shown = isShort ? items?.slice(0, newest) : items;
  const isCut = isShort && (items?.length ?? 0) > (shown?.length ?? 0);
  return (
    <section>
      <SectionTitle ref={heading} tabIndex={-1}>
        {title}
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
      {shown && shown.length > 0 && (
        <Lines
          items={shown}
          projectId={projectId}
          held={held}
          tasks={tasks}
          onUndone={() => heading.current?.focus()}
        />
      )}
      {(isCut || query.hasNextPage) && (
        <Button
          variant="ghost"
          size="sm"
          busy={query.isFetchingNextPage}
          onClick={() => {
            setShort(false);
            if (!isCut) void query.fetchNextPage();
          }}
        >
          Show more
        </Button>
      )}
    </section>
  );
}

interface LinesProps extends Pick<ActivityProps, 'projectId' | 'held' | 'tasks'> {
  items: readonly ActivityItem[];
  onUndone: () => void;
}

function Lines({ items, projectId, held, tasks, onUndone }: LinesProps) {
  const now = useNow();
  const undoable = findUndoable(items);
  const lit = held ? items.find(({ type }) => TAKING.has(type))?.seq : undefined;
  const days = Map.groupBy(items, ({ created_at }) => formatDay(created_at, now));
  return (
    <div data-part="activity">
      {[...days].map(([day, lines]) => (
        <section key={day} aria-label={day}>
          <h4 className={styles.day}>{day}</h4>
          <ol className={styles.list}>
            {lines.map((item) => (
              <li key={item.seq} className={cx(item.seq === lit && styles.lit)}>
                <time dateTime={item.created_at} title={formatDateTime(item.created_at)}>
                  {formatTime(item.created_at)}
                </time>
                <span>
                  <LineText item={item} tasks={tasks} />
                  {item.actor.kind === 'agent' && !item.text.startsWith(`${item.actor.name} `) && (
                    <span className={cx(styles.actor, typography.tertiary)}> · {item.actor.name}</span>
                  )}
                  {item === undoable && item.checkpoint_id !== null && (
                    <UndoStep
                      projectId={projectId}
                      checkpointId={item.checkpoint_id}
                      what={item.text}
                      onUndone={onUndone}
                    />
                  )}
                </span>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

/** The newest step with a checkpoint to restore; none if the plan has been replaced since. */
function findUndoable(items: readonly ActivityItem[]): ActivityItem | undefined {
  const newest = items.find(({ type, checkpoint_id }) => checkpoint_id !== null || type === 'plan.replaced');
  return newest?.checkpoint_id === null ? undefined : newest;
}

function LineText({ item, tasks }: { item: ActivityItem } & Pick<ActivityProps, 'tasks'>) {
  const { task_id: taskId, text } = item;
  const number = taskId === null ? undefined : tasks?.numberOf(taskId);
  if (!tasks || taskId === null || number === undefined) return text;
  const name = `T${number}`;
  const rest = text.startsWith(`${name} `) ? text.slice(name.length) : ` ${text}`;
  return (
    <>
      <button type="button" className={styles.about} onClick={() => tasks.onSelect(taskId)}>
        <TaskNumber>{name}</TaskNumber>
      </button>
      {rest}
    </>
  );
}
