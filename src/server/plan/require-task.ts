import { type SQL, eq, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, connectionOf } from '#server/platform/db/client.ts';
import { projects, taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { AppError, notFound } from '#server/platform/error.ts';
import { type OwnedProject, proveOwned, requireProject } from '#server/projects/index.ts';
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
  const held = connectionOf(tx).query({ name: 'baton_hold_plan_of', text: HOLD_PLAN_OF, values: [id] });
  return readHeld(ctx, tx, held, eq(tasks.id, id), deleted);
}

/** The first ready task of a project, in tree order, held the same way; undefined when nothing is ready. */
export async function findNextTask(ctx: Context, tx: Tx, projectId: Id): Promise<OwnedTask | undefined> {
  const held = connectionOf(tx).query({ name: 'baton_hold_plan', text: HOLD_PLAN, values: [projectId] });
  const isNext = eq(tasks.id, sql`next_ready(${projectId})`);
  // A project without a ready task still must be one of the caller's.
  const [project, owned] = await Promise.all([
    requireProject(ctx, projectId, { db: tx }),
    readHeld(ctx, tx, held, isNext, false).catch((error: unknown) => {
      if (error instanceof AppError && error.type === 'NOT_FOUND') return undefined;
      throw error;
    }),
  ]);
  return owned && { ...owned, project };
}

const HOLD_PLAN = 'select from projects where id = $1 for no key update';
const HOLD_PLAN_OF =
  'select from projects p where p.id = (select project_id from tasks where id = $1) for no key update';

/**
 * Both statements are on their way at once, one behind the other: the rows are read when the plan stands still. One
 * statement for both would join a row that was waited for with what the others were before the wait.
 */
async function readHeld(ctx: Context, tx: Tx, held: Promise<unknown>, isIt: SQL, deleted: boolean): Promise<OwnedTask> {
  const rows = tx
    .select({ task: taskColumns, list: taskLists, project: projects })
    .from(tasks)
    .innerJoin(taskLists, eq(taskLists.id, tasks.taskListId))
    .innerJoin(projects, eq(projects.id, tasks.projectId))
    .where(isIt);
  const [, [row]] = await Promise.all([held, rows]);
  const project = proveOwned(ctx, row?.project, 'The task');
  if (row === undefined || (row.task.deletedAt !== null) !== deleted) throw notFound('The task');
  return {
    project,
    task: { ...row.task, id: row.task.id as Id },
    list: { ...row.list, id: row.list.id as Id },
  };
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
