import { and, eq, notInArray, sql } from 'drizzle-orm';
import { CHECKPOINT_NAME_MAX } from '#contract/constants.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { restoreCheckpoint as endpoint } from '#contract/checkpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { batons, taskDependencies, tasks } from '#server/platform/db/tables/index.ts';
import { type Emit, change } from '#server/platform/feed.ts';
import { newId } from '#server/platform/id.ts';
import { replaceRoles } from '#server/prd/index.ts';
import { type WritableProject, holdProject } from '#server/projects/index.ts';
import { countLiveTasks, readTaskLimit } from './count-tasks.ts';
import { requireCheckpoint } from './diff-checkpoint.ts';
import { handBackIfHeld } from './hand-back.ts';
import { insertCheckpoint } from './insert-checkpoint.ts';
import { cutText, requireRoomForTasks } from './rules.ts';
import { presentCheckpoint } from './save-checkpoint.ts';
import { type Snapshot, readSnapshot } from './snapshot.ts';
import { writeSnapshot } from './write-snapshot.ts';

/** Brings the plan back to a checkpoint in one step, after keeping it as it is; notes are left alone. */
export async function restoreCheckpoint(ctx: Context, input: { id: Id }): Promise<AnswerOf<typeof endpoint>> {
  const limit = await readTaskLimit(ctx);
  return change(ctx, async (tx, emit) => {
    const found = await requireCheckpoint(ctx, tx, input.id);
    const project = await holdProject(ctx, tx, found.project.id);
    const checkpoint = presentCheckpoint(found.checkpoint);
    const snapshot = await readSnapshot(tx, checkpoint.id);
    // A plan larger than is allowed comes back only where it is no larger than what it replaces.
    const current = await countLiveTasks(tx, project);
    if (snapshot.tasks.length > current) requireRoomForTasks(current, snapshot.tasks.length - current, limit);
    const undo = await insertCheckpoint(
      ctx,
      tx,
      emit,
      project,
      cutText(`Before restoring “${checkpoint.name}”`, CHECKPOINT_NAME_MAX),
      'before_restore',
    );
    await takeOut(ctx, tx, project, snapshot, undo.id);
    await writeSnapshot(ctx, tx, project.id, snapshot);
    await cutTies(tx, project, snapshot);
    await settleBatons(ctx, tx, emit, project, snapshot);
    // Checkpoints of earlier releases say nothing of roles: those there are stay.
    if (snapshot.prd != null) await replaceRoles(tx, project.id, snapshot.prd.roles);
    emit(`project:${project.id}`, 'plan.replaced', { cause: 'restore' });
    return { checkpoint, undo, tasks: snapshot.tasks.length };
  });
}

/** What came after the checkpoint leaves the plan; the rows stay, for the checkpoint taken just before. */
async function takeOut(ctx: Context, tx: Tx, project: WritableProject, snapshot: Snapshot, undoId: Id): Promise<void> {
  const now = ctx.now();
  for (const [table, rows] of [
    ['tasks', snapshot.tasks],
    ['task_lists', snapshot.task_lists],
  ] as const) {
    const kept = JSON.stringify(rows.map(({ id }) => id));
    await tx.execute(sql`
      update ${sql.identifier(table)} set deleted_at = ${now}, deleted_with = ${undoId}, updated_at = ${now}
      where project_id = ${project.id} and deleted_at is null
        and id not in (select value::uuid from jsonb_array_elements_text(${kept}::jsonb))`);
  }
  await tx.delete(taskDependencies).where(eq(taskDependencies.projectId, project.id));
}

/** What went with a task that is back without it no longer belongs to that task's deletion. */
async function cutTies(tx: Tx, project: WritableProject, snapshot: Snapshot): Promise<void> {
  const nothing = newId();
  const back = JSON.stringify([...snapshot.tasks, ...snapshot.task_lists].map(({ id }) => id));
  for (const table of ['tasks', 'task_lists'])
    await tx.execute(sql`
      update ${sql.identifier(table)} set deleted_with = ${nothing}
      where project_id = ${project.id} and deleted_at is not null
        and deleted_with in (select value::uuid from jsonb_array_elements_text(${back}::jsonb))`);
}

/** Whoever works on a task that is still to be done goes on with it; other batons are handed back. */
async function settleBatons(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  project: WritableProject,
  snapshot: Snapshot,
): Promise<void> {
  const unfinished = new Set(snapshot.tasks.filter((task) => task.status !== 'done').map((task) => task.id));
  const held = await tx.select({ taskId: batons.taskId }).from(batons).where(eq(batons.projectId, project.id));
  const going: string[] = [];
  for (const { taskId } of held) {
    if (unfinished.has(taskId as Id)) going.push(taskId);
    else await handBackIfHeld(ctx, tx, emit, taskId as Id, 'The plan was restored to a checkpoint.');
  }
  const nobody = going.length === 0 ? undefined : notInArray(tasks.id, going);
  await tx
    .update(tasks)
    .set({ status: 'open', agentLock: null })
    .where(and(eq(tasks.projectId, project.id), eq(tasks.status, 'wip'), nobody));
  if (going.length > 0)
    await tx.execute(sql`
      update tasks set status = 'wip', agent_lock = b.taken_at
      from batons b where b.task_id = tasks.id and tasks.project_id = ${project.id}`);
}
