import { type ReactNode, type Ref, useMemo } from 'react';
import { Link } from 'react-router';
import { LOADING } from '#contract/common-texts.ts';
import { TIMELINE_TEXTS as T } from '#contract/timeline-texts.ts';
import type { TimelineEntry } from '#contract/timeline.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { formatDay } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/paths.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { SectionTitle } from '#web/ui/section-title.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EntryRow, type Reader } from '../entry/entry-row.tsx';
import { sayPlain } from '../entry/say-entry.ts';
import { useUnfolded } from '../list/use-unfolded.ts';
import { useRecent } from '../queries.ts';
import { useLiveTimeline } from '../use-live-timeline.ts';
import { findUndoable } from './find-undoable.ts';
import styles from './recent-changes.module.css';

interface RecentChangesProps {
  reader: Reader;
  heading: Ref<HTMLHeadingElement>;
  /** Draws what undoes a change of the plan: the newest one that can be undone gets it. */
  undo: (checkpointId: NonNullable<TimelineEntry['data']['checkpoint_id']>, what: string) => ReactNode;
}

/** The newest entries of the timeline, and the way to all of them. */
export function RecentChanges({ reader, heading, undo }: RecentChangesProps) {
  const { projectId } = reader;
  const query = useRecent(projectId);
  useLiveTimeline(projectId);
  const loading = useDelayedFlag(query.isPending);
  const items = query.data?.items;
  return (
    <section className={styles.recent}>
      <div className={styles.head}>
        <SectionTitle ref={heading} tabIndex={-1}>
          {T.recent.title}
        </SectionTitle>
        <Link className={cx(typography.link, typography.small)} to={paths.timeline(projectId)}>
          {T.recent.all}
        </Link>
      </div>
      {query.isError && !items && (
        <ErrorState
          heading="h3"
          message={messageOf(query.error, T.loadFailed)}
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
      {items?.length === 0 && <p className={cx(typography.small, typography.tertiary)}>{T.recent.empty}</p>}
      {items && items.length > 0 && <Days items={items} reader={reader} undo={undo} />}
    </section>
  );
}

function Days({
  items,
  reader,
  undo,
}: { items: readonly TimelineEntry[] } & Pick<RecentChangesProps, 'reader' | 'undo'>) {
  const now = useNow();
  const { isUnfolded, toggle } = useUnfolded();
  const undoable = findUndoable(items);
  const days = useMemo(() => [...Map.groupBy(items, ({ at }) => formatDay(at, now))], [items, now]);
  return days.map(([day, entries]) => (
    <section key={day} aria-label={day}>
      <h4 className={styles.day}>{day}</h4>
      <ol className={styles.rows}>
        {entries.map((entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            reader={reader}
            now={now}
            isUnfolded={isUnfolded(entry.id)}
            onUnfold={toggle}
            action={
              entry === undoable?.entry ? undo(undoable.checkpointId, sayPlain(entry, reader.isYou, now)) : undefined
            }
          />
        ))}
      </ol>
    </section>
  ));
}
