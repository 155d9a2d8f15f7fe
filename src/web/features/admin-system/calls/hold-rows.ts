import { useState } from 'react';
import { formatNumber } from '#contract/counted.ts';
import type { CallLogEntry } from '#contract/admin-logs.ts';

type Rows = readonly CallLogEntry[];

/** Calls of the latest answer that are not among the rows shown. */
export function countNew(inSight: Rows, latest: Rows): number {
  const known = new Set(inSight.map(({ id }) => id));
  return latest.filter(({ id }) => !known.has(id)).length;
}

/** "12 new calls", or "50+" when every listed call is new: there may be more than the list holds. */
export function newCallsWords(count: number, listed: number): string {
  if (count === 1) return '1 new call';
  return count > 0 && count === listed ? `${count}+ new calls` : `${formatNumber(count)} new calls`;
}

/** Freezes the rows while somebody reads them, so that polling does not move them; new calls are only counted. */
export function useHeldRows(latest: Rows, reading: boolean) {
  const [held, setHeld] = useState<Rows>();
  if (held && !reading) setHeld(undefined);
  if (reading && !held && latest.length > 0) setHeld(latest);
  const rows = (reading && held) || latest;
  return { rows, fresh: countNew(rows, latest), release: () => setHeld(latest) };
}
