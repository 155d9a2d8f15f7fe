import { getColumns } from 'drizzle-orm';
import { type taskLists, tasks } from '#server/platform/db/tables/index.ts';

/** Without the words of the search, the base of a merge and the lane, which nobody shows. */
const { words: _words, origin: _origin, rootListId: _rootListId, ...columns } = getColumns(tasks);
export const taskColumns = columns;
export type TaskRow = Omit<typeof tasks.$inferSelect, 'words' | 'origin' | 'rootListId'>;
export type TaskListRow = Omit<typeof taskLists.$inferSelect, 'unfinished'>;
