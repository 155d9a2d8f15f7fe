import { eq, inArray } from 'drizzle-orm';
import { CHECKPOINT_NAME_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { batons, taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import type { Emit } from '#server/platform/emit.ts';
import type { WritableProject } from '#server/projects/index.ts';
import { handBack } from '../baton/hand-back.ts';
import { insertCheckpoint } from '../checkpoints/insert-checkpoint.ts';
import { readSubtree } from '../queries.ts';
import { cutText, describeHolder } from '../rules.ts';
import { tellRows } from './tell-rows.ts';

export interface Removal {
  deleted: number;
  checkpoint_id: Id | null;
}

/** Soft-deletes a task or list with its descendants. Refused while one of them is held. */
export async function removeSubtree(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  project: WritableProject,
  root: { taskId: Id } | { listId: Id },
  name: string,
): Promise<Removal> {
  const below = await readSubtree(tx, root);
  const taskIds = 'taskId' in root ? [root.taskId, ...below.tasks] : below.tasks;
  const listIds = 'listId' in root ? [root.listId, ...below.lists] : below.lists;
  await freeBatons(ctx, tx, emit, taskIds);
  const isBulk = taskIds.length > 1 && ctx.within?.hasCheckpoint !== true;
  const checkpoint = isBulk
    ? await insertCheckpoint(
        ctx,
        tx,
        emit,
        project,
        cutText(`Before deleting ${name}`, CHECKPOINT_NAME_MAX),
        'before_delete',
      )
    : null;
  const now = ctx.now();
  const gone = { deletedAt: now, deletedWith: 'taskId' in root ? root.taskId : root.listId, updatedAt: now };
  if (taskIds.length > 0) await tx.update(tasks).set(gone).where(inArray(tasks.id, taskIds));
  if (listIds.length > 0) await tx.update(taskLists).set(gone).where(inArray(taskLists.id, listIds));
  await tellRows(tx, emit, project.id, { tasks: taskIds, lists: listIds }, 'deleted');
  return { deleted: taskIds.length, checkpoint_id: checkpoint?.id ?? null };
}

/** Refuses work in progress, unless its lease has expired. */
async function freeBatons(ctx: Context, tx: Tx, emit: Emit, taskIds: Id[]): Promise<void> {
  if (taskIds.length === 0) return;
  const held = await tx
    .select({ baton: batons, number: tasks.number })
    .from(batons)
    .innerJoin(tasks, eq(tasks.id, batons.taskId))
    .where(inArray(batons.taskId, taskIds));
  for (const { baton, number } of held) {
    if (baton.expiresAt > ctx.now())
      throw new AppError(
        'LOCK_HELD',
        `${describeHolder(baton.holder, number, baton.takenAt)}. Take the baton away before you delete it.`,
      );
    await handBack(ctx, tx, emit, baton, 'The lease ran out, and the task was deleted.');
    await tx.update(tasks).set({ status: 'open', agentLock: null }).where(eq(tasks.id, baton.taskId));
  }
}
