import { LOADING } from '#contract/common-texts.ts';
import type { Activity as ActivityItem } from '#contract/plan.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { formatDateTime, formatDay, formatTime } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { type Whose, useWhose } from '#web/lib/whose.ts';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { useActivity } from './use-activity.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { SectionTitle } from '#web/ui/section-title.tsx';
import styles from './activity.module.css';

interface ActivityProps {
  projectId: string;
  taskId: string;
  /** The baton is held: the newest line about taking it is highlighted. */
  held: boolean;
}

const TAKING = new Set(['baton.taken', 'task.locked']);

/** What happened to a task, newest first, under the day it happened on. */
export function Activity({ projectId, taskId, held }: ActivityProps) {
  const query = useActivity(projectId, taskId);
  const loading = useDelayedFlag(query.isPending);
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <section>
      <SectionTitle>Activity</SectionTitle>
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
      {items && items.length > 0 && <Lines items={items} held={held} />}
      {query.hasNextPage && (
        <Button variant="ghost" size="sm" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
}

const beginsWithActor = ({ text, actor }: ActivityItem) => text.startsWith(`${actor.name} `);

const sayItem = (item: ActivityItem, whose: Whose) =>
  beginsWithActor(item) ? `${whose(item.actor)}${item.text.slice(item.actor.name.length)}` : item.text;

function Lines({ items, held }: { items: readonly ActivityItem[]; held: boolean }) {
  const now = useNow();
  const whose = useWhose();
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
                  {sayItem(item, whose)}
                  {item.actor.kind === 'agent' && !beginsWithActor(item) && (
                    <span className={cx(styles.actor, typography.tertiary)}> · {whose(item.actor)}</span>
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
