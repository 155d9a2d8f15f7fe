import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { checkpoints, taskLists, tasks } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import type { WritableProject } from '#server/projects/index.ts';
import { cycle } from '../tree/add-dependency.ts';
import { requireRoom } from '../tree/count-tasks.ts';
import { findAnyCycle } from '../tree/find-cycle.ts';
import { requireDepth } from '../rules.ts';
import { TELL_EACH_MAX, tellRows } from '../tree/tell-rows.ts';

/**
 * Undeletes what a deletion cascaded to, and nothing that had been deleted before it. Levels are recomputed for the
 * current place; what exceeds a limit or would close a cycle is refused.
 */
export async function bringBack(
  tx: Tx,
  emit: Emit,
  project: WritableProject,
  rootId: Id,
  { shift, limit }: { shift: number; limit: number },
): Promise<void> {
  const shifted = (column: typeof tasks.level | typeof taskLists.depth) => sql`${column} + ${shift}`;
  const lists = await tx
    .update(taskLists)
    .set({ deletedAt: null, deletedWith: null, depth: shifted(taskLists.depth) })
    .where(and(eq(taskLists.projectId, project.id), eq(taskLists.deletedWith, rootId)))
    .returning({ id: taskLists.id, depth: taskLists.depth });
  const { rows: gone } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from tasks where deleted_with = ${rootId}`,
  );
  await requireRoom(tx, project, gone[0]?.count ?? 0, limit);
  const rows = await tx
    .update(tasks)
    .set({ deletedAt: null, deletedWith: null, level: shifted(tasks.level) })
    .where(and(eq(tasks.projectId, project.id), eq(tasks.deletedWith, rootId)))
    .returning({ id: tasks.id });
  requireDepth(lists.reduce((deepest, { depth }) => Math.max(deepest, depth), 0));
  const way = await findAnyCycle(tx, project.id);
  if (way !== undefined) throw cycle(way);
  const taskIds = rows.map(({ id }) => id as Id);
  await tellRows(tx, emit, project.id, { tasks: taskIds, lists: lists.map(({ id }) => id as Id) }, 'created');
  await tellDependencies(tx, emit, project, taskIds);
}

/** Clients have dropped the dependencies of deleted tasks, so they are emitted again. */
async function tellDependencies(tx: Tx, emit: Emit, project: WritableProject, taskIds: Id[]): Promise<void> {
  if (taskIds.length === 0 || taskIds.length > TELL_EACH_MAX) return;
  const { rows } = await tx.execute<{ task_id: Id; depends_on_id: Id }>(sql`
    select d.task_id, d.depends_on_id from task_dependencies d
    join tasks a on a.id = d.task_id and a.deleted_at is null
    join tasks b on b.id = d.depends_on_id and b.deleted_at is null
    where d.project_id = ${project.id}`);
  const among = new Set<Id>(taskIds);
  for (const edge of rows)
    if (among.has(edge.task_id) || among.has(edge.depends_on_id))
      emit(`project:${project.id}`, 'dependency.added', edge);
}

/** Describes what a row was deleted with, for the refusal to undelete it alone. */
export async function whatTook(tx: Tx, rootId: string): Promise<string> {
  const [task] = await tx.select({ number: tasks.number }).from(tasks).where(eq(tasks.id, rootId));
  if (task !== undefined) return `was deleted with T${task.number}. Bring that back instead.`;
  const [list] = await tx.select({ name: taskLists.name }).from(taskLists).where(eq(taskLists.id, rootId));
  if (list !== undefined) return `was deleted with the list “${list.name}”. Bring that back instead.`;
  const [kept] = await tx.select({ name: checkpoints.name }).from(checkpoints).where(eq(checkpoints.id, rootId));
  return kept === undefined
    ? 'left the plan when a checkpoint was restored.'
    : `left the plan when a checkpoint was restored. Restore the checkpoint “${kept.name}” to bring it back.`;
}

export const hasLiveList = async (tx: Tx, taskId: string): Promise<string | undefined> => {
  const live = and(eq(taskLists.parentTaskId, taskId), isNull(taskLists.deletedAt));
  const [taken] = await tx.select({ name: taskLists.name }).from(taskLists).where(live);
  return taken?.name;
};
