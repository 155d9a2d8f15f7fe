import { eq } from 'drizzle-orm';
import { ORDER_STEP } from '#contract/constants.ts';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { breakDownTask as endpoint } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import { taskLists } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import { readTaskLimit, requireRoom } from './count-tasks.ts';
import { findList, findOrder } from './find-place.ts';
import { insertTasks } from './insert-rows.ts';
import { presentTask } from '../present.ts';
import { readTaskLists } from '../queries.ts';
import { requireFreeToEdit } from '../baton/require-held.ts';
import { requireTask } from '../require-task.ts';
import { rollUp } from './roll-up.ts';

/** Gives a task subtasks, in a new list or the one it has; the brief says what that list must achieve. */
export async function breakDownTask(ctx: Context, input: InputOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const limit = await readTaskLimit(ctx);
  return change(ctx, async (tx, emit) => {
    const owned = await requireTask(ctx, tx, input.id);
    const { task, project } = owned;
    requireFreeToEdit(ctx, owned);
    await requireRoom(tx, project, input.tasks.length, limit);
    const list = await findList(ctx, tx, emit, project, { parent_task_id: task.id });
    const name = input.name ?? list.name;
    const operationalBrief = input.operational_brief ?? list.operationalBrief;
    if (name !== list.name || operationalBrief !== list.operationalBrief)
      await tx.update(taskLists).set({ name, operationalBrief, updatedAt: ctx.now() }).where(eq(taskLists.id, list.id));
    const first = await findOrder(tx, emit, list, undefined);
    const added = input.tasks.map((each, place) => ({ ...each, order: first + place * ORDER_STEP }));
    const rows = await insertTasks(ctx, tx, emit, { ...list, name }, added);
    await rollUp(ctx, tx, emit, list.id);
    const [shown] = await readTaskLists(tx, [list.id]);
    if (shown === undefined) throw new Error('the list is gone');
    emit(`project:${project.id}`, 'task_list.updated', shown);
    return { task_list: shown, tasks: rows.map((row) => presentTask(row, { ...list, name })) };
  });
}
