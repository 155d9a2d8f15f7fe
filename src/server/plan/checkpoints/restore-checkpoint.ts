import { sql } from 'drizzle-orm';
import { CHECKPOINT_NAME_MAX } from '#contract/constants.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { restoreCheckpoint as endpoint } from '#contract/checkpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { KeptRole } from '#contract/requirement.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { change } from '#server/platform/feed.ts';
import type { Emit } from '#server/platform/emit.ts';
import { newId } from '#server/platform/id.ts';
import { replaceRoles } from '#server/prd/index.ts';
import { type WritableProject, holdProject } from '#server/projects/index.ts';
import { countLiveTasks, readTaskLimit } from '../tree/count-tasks.ts';
import { requireCheckpoint } from './diff-checkpoint.ts';
import { handBackIfHeld } from '../baton/hand-back.ts';
import { insertCheckpoint } from './insert-checkpoint.ts';
import { cutText, requireRoomForTasks } from '../rules.ts';
import { presentCheckpoint } from './save-checkpoint.ts';

/**
 * Restores the plan to a checkpoint in one transaction, after checkpointing the current state; notes are not touched.
 */
export async function restoreCheckpoint(ctx: Context, input: { id: Id }): Promise<AnswerOf<typeof endpoint>> {
  const limit = await readTaskLimit(ctx);
  return change(ctx, async (tx, emit) => {
    const found = await requireCheckpoint(ctx, tx, input.id);
    const project = await holdProject(ctx, tx, found.project.id);
    const checkpoint = presentCheckpoint(found.checkpoint);
    // A plan above the limit is restored only if it is no larger than the one it replaces.
    const current = await countLiveTasks(tx, project);
    if (checkpoint.task_count > current) requireRoomForTasks(current, checkpoint.task_count - current, limit);
    const undo = await insertCheckpoint(
      ctx,
      tx,
      emit,
      project,
      cutText(`Before restoring “${checkpoint.name}”`, CHECKPOINT_NAME_MAX),
      'before_restore',
    );
    // Done inside the database: ten thousand rows in Node would block the event loop.
    const { rows } = await tx.execute<{ hand_back: Id[]; roles: KeptRole[] | null }>(
      sql`select hand_back, roles from baton_restore(${checkpoint.id}, ${project.id}, ${undo.id}, ${newId()}, ${ctx.now()})`,
    );
    const [restored] = rows;
    if (restored === undefined) throw new Error('the checkpoint was not restored');
    // Sorted, so that events are in a deterministic order.
    await settleBatons(ctx, tx, emit, project, restored.hand_back.toSorted());
    // Checkpoints of earlier releases have no roles: the current ones stay.
    if (restored.roles !== null) await replaceRoles(tx, project.id, restored.roles);
    emit(`project:${project.id}`, 'plan.replaced', { cause: 'restore' });
    return { checkpoint, undo, tasks: checkpoint.task_count };
  });
}

/** Holders of tasks that are still to be done keep their baton; other batons are released. */
async function settleBatons(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  project: WritableProject,
  handedBack: readonly Id[],
): Promise<void> {
  for (const taskId of handedBack)
    await handBackIfHeld(ctx, tx, emit, taskId, 'The plan was restored to a checkpoint.');
  await tx.execute(sql`
    update tasks set status = 'open', agent_lock = null
    where project_id = ${project.id} and status = 'wip' and id not in (select task_id from batons where project_id = ${project.id})`);
  await tx.execute(sql`
    update tasks set status = 'wip', agent_lock = b.taken_at
    from batons b where b.task_id = tasks.id and tasks.project_id = ${project.id}`);
}
