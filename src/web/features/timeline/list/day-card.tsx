import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { TIMELINE_TEXTS as T } from '#contract/timeline-texts.ts';
import type { TimelineDay, TimelineEntry } from '#contract/timeline.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import icon from '#web/styles/icon.module.css';
import surface from '#web/styles/surface.module.css';
import { Button } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EntryRow, type Reader } from '../entry/entry-row.tsx';
import type { TimelineFilters } from '../filters.ts';
import { useDay } from '../queries.ts';
import { nameDay, sayTime } from '../times.ts';
import { Chunk } from './chunk.tsx';
import styles from './day-card.module.css';
import { sayDay } from './say-day.ts';

const ROWS_A_CHUNK = 25;
const ROW_HEIGHT = 34;

/** What the rows of all days share. */
export interface RowsProps {
  reader: Reader;
  filters: TimelineFilters;
  now: number;
  isUnfolded: (id: string) => boolean;
  onUnfold: (id: string) => void;
}

interface DayCardProps extends RowsProps {
  day: string;
  /** Undefined while a day has only work in progress. */
  counts: TimelineDay | undefined;
  isOpen: boolean;
  onToggle: () => void;
  /** An entry to load and show: a click in the relay asks for it. */
  wanted: TimelineEntry | undefined;
  onFound: (id: string) => void;
  /** Entries that are not shown yet, because they came while the reader was elsewhere. */
  hides?: ((entry: TimelineEntry) => boolean) | undefined;
  /** Work in progress, before the entries. */
  live?: ReactNode;
}

/** A day with its entries, newest first; folded it is one line with its counts. */
export function DayCard({ day, counts, isOpen, onToggle, live, ...rows }: DayCardProps) {
  const bodyId = useId();
  return (
    <section className={cx(surface.card, styles.day)} aria-label={nameDay(day, rows.now)} data-day={day}>
      <h3 className={styles.head} data-open={isOpen ? '' : undefined}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          onClick={onToggle}
        >
          <ChevronRight className={cx(icon.size12, styles.arrow)} />
          <span className={styles.name}>{nameDay(day, rows.now)}</span>
          {counts && <span className={styles.counts}>{sayDay(counts)}</span>}
          {counts && counts.held_seconds >= 60 && (
            <span className={styles.held}>{T.list.held(sayTime(counts.held_seconds * 1_000))}</span>
          )}
        </button>
      </h3>
      {isOpen && (
        <div id={bodyId}>
          {live}
          {counts && <Entries day={day} count={counts.entries} {...rows} />}
        </div>
      )}
    </section>
  );
}

type EntriesProps = Omit<DayCardProps, 'counts' | 'isOpen' | 'onToggle' | 'live'> & { count: number };

function Entries({ day, count, reader, filters, now, isUnfolded, onUnfold, wanted, onFound, hides }: EntriesProps) {
  const { data, error, isFetching, refetch, loadMore, isLoadingMore } = useDay(reader.projectId, day, filters);
  const items = data?.items.filter((entry) => hides?.(entry) !== true);
  useEffect(() => {
    if (wanted === undefined || data === undefined) return;
    if (data.items.some(({ id }) => id === wanted.id)) onFound(wanted.id);
    else if ((data.items.at(-1)?.at ?? '') > wanted.at && !isLoadingMore) loadMore?.();
  }, [wanted, data, isLoadingMore, loadMore, onFound]);
  if (items === undefined) {
    if (error)
      return (
        <ErrorState
          heading="h3"
          message={messageOf(error, T.loadFailed)}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      );
    return (
      <div className={styles.waiting} aria-busy="true">
        <Skeleton width="100%" height={Math.min(count, 8) * ROW_HEIGHT - 8} />
      </div>
    );
  }
  return (
    <>
      {chunksOf(items).map((rows) => (
        <Chunk
          key={rows.at(-1)?.id}
          estimate={rows.length * ROW_HEIGHT}
          isWanted={wanted !== undefined && rows.some(({ id }) => id === wanted.id)}
        >
          <ol>
            {rows.map((entry) => (
              <EntryRow
                key={entry.id}
                entry={entry}
                reader={reader}
                now={now}
                isUnfolded={isUnfolded(entry.id)}
                onUnfold={onUnfold}
              />
            ))}
          </ol>
        </Chunk>
      ))}
      {loadMore && (
        <div className={styles.more}>
          <Button size="sm" variant="ghost" busy={isLoadingMore} onClick={loadMore}>
            {T.list.more}
          </Button>
        </div>
      )}
    </>
  );
}

/** Counted from the oldest, so that a new entry moves no row to another chunk. */
function chunksOf(items: readonly TimelineEntry[]): TimelineEntry[][] {
  const chunks: TimelineEntry[][] = [];
  for (let end = items.length; end > 0; end -= ROWS_A_CHUNK)
    chunks.unshift(items.slice(Math.max(0, end - ROWS_A_CHUNK), end));
  return chunks;
}
