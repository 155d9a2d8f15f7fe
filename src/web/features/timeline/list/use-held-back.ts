import { useState } from 'react';
import type { TimelineEntry } from '#contract/timeline.ts';

interface Frozen {
  ids: ReadonlySet<string>;
  newest: string;
}

/**
 * While the reader is scrolled down, entries that arrive at the top are held back and counted instead, so that nothing
 * moves under the pointer.
 */
export function useHeldBack(items: readonly TimelineEntry[] | undefined, isAway: boolean) {
  const [frozen, setFrozen] = useState<Frozen>();
  if (!isAway && frozen) setFrozen(undefined);
  else if (isAway && !frozen && items)
    setFrozen({ ids: new Set(items.map(({ id }) => id)), newest: items[0]?.at ?? '' });
  const hides = frozen && ((entry: TimelineEntry) => entry.at > frozen.newest && !frozen.ids.has(entry.id));
  return { hides, fresh: hides && items ? items.filter(hides).length : 0 };
}
