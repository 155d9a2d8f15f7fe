import { ArrowUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { TIMELINE_TEXTS as T } from '#contract/timeline-texts.ts';
import type { TimelineDay, TimelineEntry } from '#contract/timeline.ts';
import typography from '#web/styles/typography.module.css';
import { Button } from '#web/ui/button.tsx';
import { useDay } from '../queries.ts';
import { dayOf, startOfDay } from '../times.ts';
import { DayCard, type RowsProps } from './day-card.tsx';
import { LiveRows } from './live-rows.tsx';
import styles from './timeline-list.module.css';
import { useAway } from './use-away.ts';
import { useHeldBack } from './use-held-back.ts';
import { show, useListKeys } from './use-list-keys.ts';

export interface TimelineListProps extends RowsProps {
  days: readonly TimelineDay[];
  /** Loads more days before the last; undefined where there are none. */
  onEarlier: (() => void) | undefined;
  isLoadingEarlier: boolean;
  lastCalls: ReadonlyMap<string, string>;
  onUnfoldAll: () => void;
  wanted: TimelineEntry | undefined;
  onShown: () => void;
}

/** The days of a project, newest first, with the work in progress on top. */
export function TimelineList({
  days,
  onEarlier,
  isLoadingEarlier,
  lastCalls,
  onUnfoldAll,
  wanted,
  onShown,
  ...rows
}: TimelineListProps) {
  const { reader, filters, now } = rows;
  const list = useRef<HTMLDivElement>(null);
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [top, isAway] = useAway<HTMLDivElement>();
  const today = dayOf(now);
  const { data: newest } = useDay(reader.projectId, today, filters);
  const held = newest?.held ?? [];
  const { hides, fresh } = useHeldBack(newest?.items, isAway);
  useListKeys({ list, onUnfold: rows.onUnfold, onUnfoldAll });

  const counts = new Map(days.map((day) => [day.day, day]));
  const hasToday = counts.has(today) || held.length > 0;
  const dates = [...(hasToday ? [today] : []), ...days.map(({ day }) => day).filter((day) => day !== today)];
  const wantedDay = wanted && dayOf(wanted.at);
  const openAtFirst = new Set([today, dayOf(startOfDay(now, 1)), dates[0]]);
  const isOpen = (day: string) => day === wantedDay || (toggled.get(day) ?? openAtFirst.has(day));
  const find = (id: string) => {
    const row = list.current?.querySelector<HTMLElement>(`[data-entry="${id}"]`) ?? undefined;
    // Open for good: without a wanted entry the day would fold again.
    const day = row?.closest<HTMLElement>('[data-day]')?.dataset['day'];
    if (day !== undefined) setToggled((before) => new Map(before).set(day, true));
    show(row);
    onShown();
  };

  return (
    <div ref={list} className={styles.list}>
      <div ref={top} />
      {fresh > 0 && (
        <div className={styles.fresh}>
          <Button
            size="sm"
            pill
            raised
            icon={<ArrowUp />}
            onClick={() => list.current?.scrollIntoView({ block: 'start' })}
          >
            {T.list.fresh(fresh)}
          </Button>
        </div>
      )}
      <output className={typography.visuallyHidden}>{fresh > 0 ? T.list.fresh(fresh) : ''}</output>
      {dates.map((day) => (
        <DayCard
          key={day}
          {...rows}
          day={day}
          counts={counts.get(day)}
          isOpen={isOpen(day)}
          onToggle={() => setToggled((before) => new Map(before).set(day, !isOpen(day)))}
          wanted={day === wantedDay ? wanted : undefined}
          onFound={find}
          hides={day === today ? hides : undefined}
          live={day === today && held.length > 0 && <LiveRows {...rows} held={held} lastCalls={lastCalls} />}
        />
      ))}
      {onEarlier && (
        <div className={styles.older}>
          <Button size="sm" busy={isLoadingEarlier} onClick={onEarlier}>
            {T.list.earlier}
          </Button>
        </div>
      )}
    </div>
  );
}
