import type { TimelineEntry } from '#contract/timeline.ts';
import { shortAge } from '#web/lib/time.ts';
import { useSeconds } from '#web/lib/use-seconds.ts';
import { EntryRow } from '../entry/entry-row.tsx';
import type { RowsProps } from './day-card.tsx';

interface LiveRowsProps extends Omit<RowsProps, 'filters' | 'now'> {
  held: readonly TimelineEntry[];
  /** When the holder of a task called last, by task. */
  lastCalls: ReadonlyMap<string, string>;
}

/** Work in progress, above everything that has happened. No part of any count. */
export function LiveRows({ held, lastCalls, reader, isUnfolded, onUnfold }: LiveRowsProps) {
  const now = useSeconds();
  return (
    <ol>
      {held.map((entry) => {
        const called = entry.task_id === null ? undefined : lastCalls.get(entry.task_id);
        return (
          <EntryRow
            key={entry.id}
            entry={entry}
            reader={reader}
            now={now}
            isUnfolded={isUnfolded(entry.id)}
            onUnfold={onUnfold}
            lastCall={called === undefined ? undefined : `last call ${shortAge(called, now)} ago`}
          />
        );
      })}
    </ol>
  );
}
