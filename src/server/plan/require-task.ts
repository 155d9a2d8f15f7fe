import { eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { projects, taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { type OwnedProject, proveOwned } from '#server/projects/index.ts';
import { type TaskListRow, type TaskRow, taskColumns } from './queries.ts';

export interface OwnedTask {
  task: TaskRow & { id: Id };
  list: TaskListRow & { id: Id };
  project: OwnedProject;
}

/**
 * A task of the caller's, with its plan held until the transaction ends: edits of one plan follow each other, so that
 * order, roll-up and cycles are decided on rows that stand still. Another user's task is as absent as a missing one.
 */
export async function requireTask(
  ctx: Context,
  tx: Tx,
  id: Id,
  { deleted = false }: { deleted?: boolean } = {},
): Promise<OwnedTask> {
  const [held] = await tx
    .select({ project: projects })
    .from(projects)
    .innerJoin(tasks, eq(tasks.projectId, projects.id))
    .where(eq(tasks.id, id))
    .for('no key update', { of: projects });
  const project = proveOwned(ctx, held?.project, 'The task');
  // Read when the plan stands still: a row that was waited for would be joined with its list of before the wait.
  const [row] = await tx
    .select({ task: taskColumns, list: taskLists })
    .from(tasks)
    .innerJoin(taskLists, eq(taskLists.id, tasks.taskListId))
    .where(eq(tasks.id, id));
  if (row === undefined || (row.task.deletedAt !== null) !== deleted) throw notFound('The task');
  return { project, task: { ...row.task, id }, list: { ...row.list, id: row.list.id as Id } };
}

/** The same for a list. */
export async function requireTaskList(
  ctx: Context,
  tx: Tx,
  id: Id,
  { deleted = false }: { deleted?: boolean } = {},
): Promise<Omit<OwnedTask, 'task'>> {
  const [held] = await tx
    .select({ project: projects })
    .from(projects)
    .innerJoin(taskLists, eq(taskLists.projectId, projects.id))
    .where(eq(taskLists.id, id))
    .for('no key update', { of: projects });
  const project = proveOwned(ctx, held?.project, 'The task list');
  const [list] = await tx.select().from(taskLists).where(eq(taskLists.id, id));
  if (list === undefined || (list.deletedAt !== null) !== deleted) throw notFound('The task list');
  return { project, list: { ...list, id } };
}
