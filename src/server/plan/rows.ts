import { getColumns } from 'drizzle-orm';
import { type taskLists, tasks } from '#server/platform/db/tables/index.ts';

/** Without the base of a merge, which nobody shows. */
const { origin: _origin, ...columns } = getColumns(tasks);
export const taskColumns = columns;
export type TaskRow = Omit<typeof tasks.$inferSelect, 'origin'>;
export type TaskListRow = typeof taskLists.$inferSelect;
