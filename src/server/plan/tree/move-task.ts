import { eq, inArray, sql } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Task, moveTask as endpoint } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import type { Emit } from '#server/platform/emit.ts';
import { cycle } from './add-dependency.ts';
import { findCycle } from './find-cycle.ts';
import { findList, findOrder } from './find-place.ts';
import { readSubtree, readTasks } from '../queries.ts';
import type { TaskListRow } from '../rows.ts';
import { requireFreeToEdit } from '../baton/require-held.ts';
import { type OwnedTask, requireTask } from '../require-task.ts';
import { rollUp } from './roll-up.ts';
import { requireDepth } from '../rules.ts';
import { tellRows } from './tell-rows.ts';

/** Moves a task with its descendants; the siblings it leaves and joins keep their order. */
export async function moveTask(ctx: Context, input: InputOf<typeof endpoint>): Promise<Task> {
  return change(ctx, async (tx, emit) => {
    const owned = await requireTask(ctx, tx, input.id);
    requireFreeToEdit(ctx, owned);
    const { task, list, project } = owned;
    const stays = input.task_list_id === undefined && input.parent_task_id === undefined;
    const target = stays ? list : await findTarget(ctx, tx, emit, owned, input);
    const orderInParent = await findOrder(tx, emit, target, input.after_task_id, task.id);
    await tx
      .update(tasks)
      .set({ taskListId: target.id, orderInParent, level: target.depth, updatedAt: ctx.now() })
      .where(eq(tasks.id, task.id));
    if (target.id !== list.id) {
      await shiftBelow(tx, emit, project.id, task.id, target.depth - task.level);
      await requireNoDeadlock(tx, task.id, target);
    }
    const [shown] = await readTasks(tx, [task.id]);
    if (shown === undefined) throw new Error('the task is gone');
    emit(`project:${project.id}`, 'task.updated', shown);
    if (target.id !== list.id) {
      await rollUp(ctx, tx, emit, list.id);
      await rollUp(ctx, tx, emit, target.id);
    }
    return shown;
  });
}

async function findTarget(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  { task, project }: OwnedTask,
  input: InputOf<typeof endpoint>,
): Promise<TaskListRow & { id: Id }> {
  const below = await readSubtree(tx, { taskId: task.id });
  const intoItself =
    input.parent_task_id === task.id ||
    below.tasks.some((id) => id === input.parent_task_id) ||
    below.lists.some((id) => id === input.task_list_id);
  if (intoItself) throw new AppError('CONFLICT', `T${task.number} cannot be moved below itself.`);
  const target = await findList(ctx, tx, emit, project, input);
  const { rows } = await tx.execute<{ height: number | null }>(
    sql`select max(level) - ${task.level} as height from tasks where ${inArray(tasks.id, below.tasks.length === 0 ? [task.id] : below.tasks)}`,
  );
  requireDepth(target.depth + Math.max(0, rows[0]?.height ?? 0));
  return target;
}

/** Adjusts levels and depths of all descendants. */
async function shiftBelow(tx: Tx, emit: Emit, projectId: Id, taskId: Id, by: number): Promise<void> {
  if (by === 0) return;
  const below = await readSubtree(tx, { taskId });
  if (below.lists.length > 0)
    await tx
      .update(taskLists)
      .set({ depth: sql`${taskLists.depth} + ${by}` })
      .where(inArray(taskLists.id, below.lists));
  if (below.tasks.length > 0)
    await tx
      .update(tasks)
      .set({ level: sql`${tasks.level} + ${by}` })
      .where(inArray(tasks.id, below.tasks));
  await tellRows(tx, emit, projectId, below, 'updated');
}

/** A parent waits for its children: moving below a new parent can close a cycle. */
async function requireNoDeadlock(tx: Tx, taskId: Id, target: TaskListRow): Promise<void> {
  if (target.parentTaskId === null) return;
  const way = await findCycle(tx, taskId, target.parentTaskId as Id);
  if (way !== undefined) throw cycle([...way, way[0] ?? 0]);
}
