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
  const [row] = await tx
    .select({ task: taskColumns, list: taskLists, project: projects })
    .from(tasks)
    .innerJoin(taskLists, eq(taskLists.id, tasks.taskListId))
    .innerJoin(projects, eq(projects.id, tasks.projectId))
    .where(eq(tasks.id, id))
    .for('no key update', { of: [projects, tasks, taskLists] });
  const project = proveOwned(ctx, row?.project, 'The task');
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
  const [row] = await tx
    .select({ list: taskLists, project: projects })
    .from(taskLists)
    .innerJoin(projects, eq(projects.id, taskLists.projectId))
    .where(eq(taskLists.id, id))
    .for('no key update', { of: [projects, taskLists] });
  const project = proveOwned(ctx, row?.project, 'The task list');
  if (row === undefined || (row.list.deletedAt !== null) !== deleted) throw notFound('The task list');
  return { project, list: { ...row.list, id } };
}
