import type { Need } from '#contract/news.ts';

/** How a row ended: answered or lifted here, or by somebody else. */
export type Outcome = { by: 'me'; did: 'answered'; said: string } | { by: 'me'; did: 'lifted' } | { by: 'others' };

export interface NeedRow {
  key: string;
  need: Need;
  /** Undefined while it waits. */
  outcome: Outcome | undefined;
  /** Its outcome was shown long enough: dropped as soon as that moves nothing under somebody's hands. */
  isOver: boolean;
}

export const keyOf = ({ kind, task_id: taskId, question }: Need): string => `${kind} ${taskId} ${question?.id ?? ''}`;

const fresh = (need: Need): NeedRow => ({ key: keyOf(need), need, outcome: undefined, isOver: false });

export const startRows = (needs: readonly Need[]): NeedRow[] => needs.map(fresh);

/**
 * The rows after an update. While somebody writes nothing moves: rows keep their place and new ones go to the end.
 * Otherwise they are in the order of the server, and a row that has ended keeps the place it had.
 */
export function mergeNeeds(rows: readonly NeedRow[], needs: readonly Need[], isWriting: boolean): NeedRow[] {
  const now = new Map(needs.map((need) => [keyOf(need), need]));
  const known = new Map(rows.map((row) => [row.key, row]));
  const kept = rows.flatMap((row) => {
    const need = now.get(row.key);
    if (need) return [{ ...row, need, outcome: row.outcome?.by === 'others' ? undefined : row.outcome }];
    if (row.outcome) return [row];
    // One that stopped goes on, or was freed: its card tells that.
    if (row.need.kind === 'stopped' && !isWriting) return [];
    return [{ ...row, outcome: { by: 'others' as const } }];
  });
  if (isWriting) return [...kept, ...needs.filter((need) => !known.has(keyOf(need))).map(fresh)];
  const sorted = needs.map((need): NeedRow => kept.find(({ key }) => key === keyOf(need)) ?? fresh(need));
  for (const [place, row] of kept.entries()) {
    if (!now.has(row.key)) sorted.splice(Math.min(place, sorted.length), 0, row);
  }
  return sorted.filter(({ isOver }) => !isOver);
}
