import type { Task, TaskList } from '#contract/task.ts';

/**
 * Marks a row whose texts were not read since it last changed. It holds the `updated_at` of the texts that the row shows
 * meanwhile, or nothing where it shows none; and it goes along wherever the row is copied.
 */
const TEXTS_OF = Symbol('the row that the texts are of');

type Row = Task | TaskList;
type Marked = Row & { [TEXTS_OF]?: string | undefined };

const markOf = (row: Row): string | undefined => (row as Marked)[TEXTS_OF];

export function markBare<T extends Row>(row: T, textsOf = ''): T {
  return Object.assign(row, { [TEXTS_OF]: textsOf });
}

/** Whether the texts are still to be read. */
export const isBare = (row: Row | undefined): boolean => row !== undefined && markOf(row) !== undefined;

/** Whether there are texts to show, of this row or of an earlier one. */
export const hasTexts = (row: Row): boolean => markOf(row) !== '';

/** Whether the texts it shows may be of an earlier row: an edit of them is based on that one. */
export const showsOldTexts = (row: Row): boolean => isBare(row) && hasTexts(row);

/** The row that whoever reads the texts has seen. */
export const seenAt = (row: Row): string => markOf(row) || row.updated_at;

/** The row with the texts that were read of it. */
export function withTaskTexts(task: Task, read: Task): Task {
  const { description, checks, prd_lines, blocked_reason, question, work } = read;
  const texts = { description, checks, prd_lines, blocked_reason, question, work };
  return Object.assign(unmarked(task), texts);
}

export function withListTexts(list: TaskList, { operational_brief }: TaskList): TaskList {
  return Object.assign(unmarked(list), { operational_brief });
}

/** A copy by names, which a symbol is not. */
function unmarked<T extends Row>(row: T): T {
  return Object.fromEntries(Object.entries(row)) as T;
}

/** A row that was read again shows the texts it had, until they are read again too where it has changed. */
export function keepTexts(row: Task, known: Task | undefined): Task {
  if (!known || !hasTexts(known)) return row;
  if (!isBare(known) && known.updated_at === row.updated_at) return withTaskTexts(row, known);
  const { description, checks, prd_lines, work } = known;
  return markBare({ ...row, description, checks, prd_lines, work: row.work ?? work }, seenAt(known));
}

export function keepListTexts(row: TaskList, known: TaskList | undefined): TaskList {
  if (!known || !hasTexts(known)) return row;
  if (!isBare(known) && known.updated_at === row.updated_at) return withListTexts(row, known);
  return markBare({ ...row, operational_brief: known.operational_brief }, seenAt(known));
}
