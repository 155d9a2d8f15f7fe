import type { Task, TaskList } from '#contract/task.ts';

interface RowBase {
  /** Of the task or the list; the row of a task being added has its own. */
  id: string;
  /** As a screen reader counts: root lists are 1. */
  level: number;
  position: number;
  setSize: number;
  /** Undefined where there is nothing to fold. */
  expanded: boolean | undefined;
  /** One bit per guide, leftmost first: the line to the baton runs through this row. */
  lit: number;
  /** The line to the baton turns into this row. */
  elbow: boolean;
  /** Found by the filter itself, not merely on the way to what was found. */
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

/** The row one step up, or -1 at the root. */
export function parentIndexOf(rows: readonly TreeRow[], index: number) {
  const level = rows[index]?.level ?? 1;
  for (let i = index - 1; i >= 0; i -= 1) if ((rows[i]?.level ?? 0) < level) return i;
  return -1;
}

/** The first row after everything below this one. */
export function endOfBranch(rows: readonly TreeRow[], index: number) {
  const level = rows[index]?.level ?? 1;
  let end = index + 1;
  while (end < rows.length && (rows[end]?.level ?? 0) > level) end += 1;
  return end;
}
