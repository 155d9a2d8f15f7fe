import type { InputOf } from '#contract/endpoint.ts';
import type { Task, createTask as endpoint } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import { change } from '#server/platform/feed.ts';
import { holdProject } from '#server/projects/index.ts';
import { readTaskLimit, requireRoom } from './count-tasks.ts';
import { findList, findOrder } from './find-place.ts';
import { insertTasks } from './insert-rows.ts';
import { presentTask } from '../present.ts';
import { rollUp } from './roll-up.ts';

/** Adds an open task at the given place. */
export async function createTask(ctx: Context, input: InputOf<typeof endpoint>): Promise<Task> {
  const limit = await readTaskLimit(ctx);
  return change(ctx, async (tx, emit) => {
    const project = await holdProject(ctx, tx, input.id);
    await requireRoom(tx, project, 1, limit);
    const list = await findList(ctx, tx, emit, project, input);
    const order = await findOrder(tx, emit, list, input.after_task_id);
    const { title, description, checks, prd_lines, requirement_ids } = input;
    const [row] = await insertTasks(ctx, tx, emit, list, [
      { title, description, checks, prd_lines, requirement_ids, order },
    ]);
    if (row === undefined) throw new Error('the task was not inserted');
    await rollUp(ctx, tx, emit, list.id);
    return presentTask(row, list);
  });
}
