import { getColumns } from 'drizzle-orm';
import { type taskLists, tasks } from '#server/platform/db/tables/index.ts';

/** Without the merge base and the lane, which are not presented. */
const { origin: _origin, rootListId: _rootListId, ...columns } = getColumns(tasks);
export const taskColumns = columns;
export type TaskRow = Omit<typeof tasks.$inferSelect, 'origin' | 'rootListId'>;
export type TaskListRow = Omit<typeof taskLists.$inferSelect, 'unfinished' | 'laneTotal' | 'laneDone'>;
