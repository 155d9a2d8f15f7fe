import { and, eq, isNull } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Task, updateTask as endpoint } from '#contract/task.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import { taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import { readTasks, selectTaskLists } from './queries.ts';
import { requireTask } from './require-task.ts';
import { rollUp } from './roll-up.ts';
import { requireFresh } from './rules.ts';
import { setStatus, tellLocked } from './set-status.ts';

/** Changes what was sent and nothing else; a new status carries up to the parents in the same moment. */
export async function updateTask(ctx: Context, input: InputOf<typeof endpoint>): Promise<Task> {
  return change(ctx, async (tx, emit) => {
    const owned = await requireTask(ctx, tx, input.id);
    const { task, list, project } = owned;
    requireFresh(input.base_updated_at, task.updatedAt, `T${task.number}`);
    const { title, description, checks, prd_lines, blocked_reason, status } = input;
    const isEdit = [title, description, checks, prd_lines, blocked_reason].some((field) => field !== undefined);
    if (isEdit)
      await tx
        .update(tasks)
        .set({
          ...(title === undefined ? {} : { title }),
          ...(description === undefined ? {} : { description }),
          ...(checks === undefined ? {} : { checks }),
          ...(blocked_reason === undefined ? {} : { blockedReason: blocked_reason }),
          ...(prd_lines === undefined
            ? {}
            : { prdStartLine: prd_lines?.start ?? null, prdEndLine: prd_lines?.end ?? null }),
          updatedAt: ctx.now(),
        })
        .where(eq(tasks.id, task.id));
    if (status !== undefined) {
      await setStatus(ctx, tx, emit, owned, status, { holder: presentActor(ctx.actor) });
      if (status === 'wip' && task.status !== 'wip') tellLocked(emit, owned, ctx.now());
    }
    const [shown] = await readTasks(tx, [task.id]);
    if (shown === undefined) throw new Error('the task is gone');
    emit(`project:${project.id}`, 'task.updated', shown);
    if (title !== undefined && title !== task.title) {
      // Its list carries the title of the task above it.
      const live = and(eq(taskLists.parentTaskId, task.id), isNull(taskLists.deletedAt));
      for (const below of await selectTaskLists(tx, live)) emit(`project:${project.id}`, 'task_list.updated', below);
    }
    if (shown.is_completed !== task.isCompleted) await rollUp(ctx, tx, emit, list.id);
    return shown;
  });
}
