import type { Task, TaskList } from '#contract/task.ts';

/**
 * Marks a row whose texts were not loaded since it last changed. The value is the `updated_at` of the older texts that the row
 * shows meanwhile, or '' where it shows none. A symbol: a spread copies it, Object.entries and JSON skip it.
 */
const TEXTS_OF = Symbol('the row that the texts are of');

type Row = Task | TaskList;
type Marked = Row & { [TEXTS_OF]?: string | undefined };

const markOf = (row: Row): string | undefined => (row as Marked)[TEXTS_OF];

export function markBare<T extends Row>(row: T, textsOf = ''): T {
  return Object.assign(row, { [TEXTS_OF]: textsOf });
}

/** Whether the texts still have to be loaded. */
export const isBare = (row: Row | undefined): boolean => row !== undefined && markOf(row) !== undefined;

/** Whether there are texts to show, current or stale. */
export const hasTexts = (row: Row): boolean => markOf(row) !== '';

/** Whether the texts shown may be stale: an edit of them has the older row as its merge base. */
export const showsOldTexts = (row: Row): boolean => isBare(row) && hasTexts(row);

/** The `updated_at` of the row whose texts were shown to the person. */
export const seenAt = (row: Row): string => markOf(row) || row.updated_at;

/** The row with its texts, once they are loaded. */
export function withTaskTexts(task: Task, read: Task): Task {
  const { description, checks, prd_lines, blocked_reason, question, work } = read;
  const texts = { description, checks, prd_lines, blocked_reason, question, work };
  return Object.assign(unmarked(task), texts);
}

export function withListTexts(list: TaskList, { operational_brief }: TaskList): TaskList {
  return Object.assign(unmarked(list), { operational_brief });
}

/** Object.entries skips symbols, so the copy has no mark. */
function unmarked<T extends Row>(row: T): T {
  return Object.fromEntries(Object.entries(row)) as T;
}

/** A row loaded again keeps its texts (stale-while-revalidate): if it has changed, they are marked stale until loaded again. */
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
