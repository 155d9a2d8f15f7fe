import type { TreeRow } from './tree-row.ts';

/** Several tasks chosen in the tree. Lists cannot be chosen. */
export interface Marks {
  ids: ReadonlySet<string>;
  /** Where a range begins. */
  anchor: string | undefined;
}

export const NO_MARKS: Marks = { ids: new Set(), anchor: undefined };

const tasksIn = (rows: readonly TreeRow[]) => new Set(rows.flatMap((row) => (row.kind === 'task' ? [row.id] : [])));

/** Adds or removes one task. Without marks the task that is open counts as chosen, as in other lists. */
export function toggleMark({ ids }: Marks, id: string, openId: string | undefined): Marks {
  const next = new Set(ids.size > 0 || openId === undefined ? ids : [openId]);
  if (ids.size === 0 && openId === id) return { ids: new Set([id]), anchor: id };
  if (!next.delete(id)) next.add(id);
  return { ids: next, anchor: id };
}

/** Every task in sight between the anchor and a row, both included. */
export function markTo(rows: readonly TreeRow[], { anchor }: Marks, from: string | undefined, to: string): Marks {
  const start = rows.findIndex(({ id }) => id === (anchor ?? from));
  const end = rows.findIndex(({ id }) => id === to);
  if (end === -1) return NO_MARKS;
  const first = start === -1 ? end : start;
  const range = rows.slice(Math.min(first, end), Math.max(first, end) + 1);
  return { ids: tasksIn(range), anchor: rows[first]?.id };
}

export const markAll = (rows: readonly TreeRow[], { anchor }: Marks): Marks => ({ ids: tasksIn(rows), anchor });
