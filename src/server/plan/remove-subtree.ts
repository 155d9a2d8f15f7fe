import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { batons, taskDependencies, taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import type { Emit } from '#server/platform/feed.ts';
import type { OwnedProject } from '#server/projects/index.ts';
import { insertCheckpoint } from './insert-checkpoint.ts';
import { readSubtree, readTaskLists, readTasks } from './queries.ts';
import { describeHolder } from './rules.ts';

/** Above this many rows, reading the plan again is cheaper for a browser than being told of each. */
const TELL_EACH_MAX = 500;

export interface Removal {
  deleted: number;
  checkpoint_id: Id | null;
}

/** Takes a task or a list out of the plan with all that stands below. What is held by someone stays. */
export async function removeSubtree(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  project: OwnedProject,
  root: { taskId: Id } | { listId: Id },
  name: string,
): Promise<Removal> {
  const below = await readSubtree(tx, root);
  const taskIds = 'taskId' in root ? [root.taskId, ...below.tasks] : below.tasks;
  const listIds = 'listId' in root ? [root.listId, ...below.lists] : below.lists;
  await requireNoneHeld(tx, taskIds);
  const isBulk = taskIds.length > 1;
  const checkpoint = isBulk
    ? await insertCheckpoint(ctx, tx, emit, project, `Before deleting ${name}`, 'before_delete')
    : null;
  const now = ctx.now();
  const gone = { deletedAt: now, deletedWith: 'taskId' in root ? root.taskId : root.listId, updatedAt: now };
  if (taskIds.length > 0) await tx.update(tasks).set(gone).where(inArray(tasks.id, taskIds));
  if (listIds.length > 0) await tx.update(taskLists).set(gone).where(inArray(taskLists.id, listIds));
  await tellSubtree(tx, emit, project, { taskIds, listIds }, 'deleted');
  return { deleted: taskIds.length, checkpoint_id: checkpoint?.id ?? null };
}

/** Brings back what went with a deletion, and nothing that was deleted on its own before. */
export async function bringBackSubtree(tx: Tx, emit: Emit, project: OwnedProject, rootId: Id): Promise<void> {
  const back = { deletedAt: null, deletedWith: null };
  const lists = await tx
    .update(taskLists)
    .set(back)
    .where(and(eq(taskLists.projectId, project.id), eq(taskLists.deletedWith, rootId)))
    .returning({ id: taskLists.id });
  const rows = await tx
    .update(tasks)
    .set(back)
    .where(and(eq(tasks.projectId, project.id), eq(tasks.deletedWith, rootId)))
    .returning({ id: tasks.id });
  const taskIds = rows.map(({ id }) => id as Id);
  await tellSubtree(tx, emit, project, { taskIds, listIds: lists.map(({ id }) => id as Id) }, 'created');
  await tellDependencies(tx, emit, project, taskIds);
}

export async function countDeletedWith(tx: Tx, rootId: Id): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from tasks where deleted_with = ${rootId}`,
  );
  return rows[0]?.count ?? 0;
}

async function tellSubtree(
  tx: Tx,
  emit: Emit,
  project: OwnedProject,
  { taskIds, listIds }: { taskIds: Id[]; listIds: Id[] },
  what: 'deleted' | 'created',
): Promise<void> {
  const scope = `project:${project.id}` as const;
  if (taskIds.length + listIds.length > TELL_EACH_MAX) return emit(scope, 'plan.replaced', { cause: 'edit' });
  for (const list of await readTaskLists(tx, listIds)) emit(scope, `task_list.${what}`, list);
  for (const task of await readTasks(tx, taskIds)) emit(scope, `task.${what}`, task);
}

/** Whoever watches has forgotten what the tasks waited for: it is told once more. */
async function tellDependencies(tx: Tx, emit: Emit, project: OwnedProject, taskIds: Id[]): Promise<void> {
  if (taskIds.length === 0 || taskIds.length > TELL_EACH_MAX) return;
  const among = new Set<string>(taskIds);
  const rows = await tx.select().from(taskDependencies).where(eq(taskDependencies.projectId, project.id));
  for (const { taskId, dependsOnId } of rows)
    if (among.has(taskId) || among.has(dependsOnId))
      emit(`project:${project.id}`, 'dependency.added', { task_id: taskId as Id, depends_on_id: dependsOnId as Id });
}

async function requireNoneHeld(tx: Tx, taskIds: Id[]): Promise<void> {
  if (taskIds.length === 0) return;
  const [held] = await tx
    .select({ baton: batons, number: tasks.number })
    .from(batons)
    .innerJoin(tasks, eq(tasks.id, batons.taskId))
    .where(inArray(batons.taskId, taskIds))
    .limit(1);
  if (held === undefined) return;
  throw new AppError(
    'LOCK_HELD',
    `${describeHolder(held.baton.holder, held.number, held.baton.takenAt)}. Take the baton away before you delete it.`,
  );
}
