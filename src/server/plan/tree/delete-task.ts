import { and, eq, isNull, ne } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Task } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { tasks } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import type { Emit } from '#server/platform/emit.ts';
import { bringBack, whatTook } from '../checkpoints/bring-back.ts';
import { readTaskLimit } from './count-tasks.ts';
import { findOrder } from './find-place.ts';
import { readTasks } from '../queries.ts';
import { type Removal, removeSubtree } from './remove-subtree.ts';
import { type OwnedTask, requireTask } from '../require-task.ts';
import { rollUp } from './roll-up.ts';

/** Soft-deletes a task with all its descendants. */
export async function deleteTask(ctx: Context, input: { id: Id }): Promise<Removal> {
  return change(ctx, async (tx, emit) => {
    const { task, list, project } = await requireTask(ctx, tx, input.id);
    const removal = await removeSubtree(ctx, tx, emit, project, { taskId: task.id }, `T${task.number}`);
    await rollUp(ctx, tx, emit, list.id);
    return removal;
  });
}

/** Undeletes a task with everything its deletion cascaded to. */
export async function undeleteTask(ctx: Context, input: { id: Id }): Promise<Task> {
  const limit = await readTaskLimit(ctx);
  return change(ctx, async (tx, emit) => {
    const owned = await requireTask(ctx, tx, input.id, { deleted: true });
    const { task, list, project } = owned;
    if (task.deletedWith !== task.id)
      throw new AppError('CONFLICT', `T${task.number} ${await whatTook(tx, task.deletedWith ?? task.id)}`);
    if (list.deletedAt !== null)
      throw new AppError('CONFLICT', `The list of T${task.number} is deleted. Bring that back first.`);
    await takePlaceAgain(tx, emit, owned);
    await bringBack(tx, emit, project, task.id, { shift: list.depth - task.level, limit });
    await rollUp(ctx, tx, emit, list.id);
    const [shown] = await readTasks(tx, [task.id]);
    if (shown === undefined) throw new Error('the task is gone');
    return shown;
  });
}

/** Another task may have its old order by now. */
async function takePlaceAgain(tx: Tx, emit: Emit, { task, list }: OwnedTask): Promise<void> {
  const there = and(
    eq(tasks.taskListId, list.id),
    eq(tasks.orderInParent, task.orderInParent),
    isNull(tasks.deletedAt),
    ne(tasks.id, task.id),
  );
  const [other] = await tx.select({ id: tasks.id }).from(tasks).where(there);
  if (other === undefined) return;
  const orderInParent = await findOrder(tx, emit, list, other.id as Id, task.id);
  await tx.update(tasks).set({ orderInParent }).where(eq(tasks.id, task.id));
}
