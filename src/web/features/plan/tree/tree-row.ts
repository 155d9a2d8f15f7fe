import type { Task, TaskList } from '#contract/task.ts';

interface RowBase {
  /** Id of the task or list; DRAFT_ID for the row being written. */
  id: string;
  /** 1-based, as in aria-level: root lists are 1. */
  level: number;
  position: number;
  setSize: number;
  /** Undefined without children. */
  expanded: boolean | undefined;
  /** Bit mask of the guide lines, bit 0 leftmost: the highlighted line to a held task passes this row. */
  lit: number;
  /** The highlighted line to a held task ends in this row. */
  elbow: boolean;
  /** Matches the filter itself, instead of being the ancestor of a match. */
  hit: boolean;
}

export interface TaskRow extends RowBase {
  kind: 'task';
  task: Task;
}
export interface ListRow extends RowBase {
  kind: 'list';
  list: TaskList;
}
export interface DraftRow extends RowBase {
  kind: 'draft';
}
export type TreeRow = TaskRow | ListRow | DraftRow;

export const DRAFT_ID = 'draft';

export const titleOf = (row: TreeRow) =>
  row.kind === 'task' ? row.task.title : row.kind === 'list' ? row.list.name : '';

export const numberOf = (task: Pick<Task, 'number'>) => `T${task.number}`;

/** Index of the parent row, or -1 at the root. */
export function parentIndexOf(rows: readonly TreeRow[], index: number) {
  const level = rows[index]?.level ?? 1;
  for (let i = index - 1; i >= 0; i -= 1) if ((rows[i]?.level ?? 0) < level) return i;
  return -1;
}

/** Index after the last descendant. */
export function endOfBranch(rows: readonly TreeRow[], index: number) {
  const level = rows[index]?.level ?? 1;
  let end = index + 1;
  while (end < rows.length && (rows[end]?.level ?? 0) > level) end += 1;
  return end;
}
