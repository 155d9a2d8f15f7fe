import { and, eq, isNull, sql } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Task, updateTask as endpoint } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import { taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import { callerOf, withToken } from '../baton/caller.ts';
import { noOrigin, requireRequirements } from '../prd/make-origin.ts';
import { readTasks, selectTaskLists } from '../queries.ts';
import { taskColumns } from '../rows.ts';
import { requireFreeToEdit } from '../baton/require-held.ts';
import { requireTask } from '../require-task.ts';
import { rollUp } from './roll-up.ts';
import { requireFresh } from '../rules.ts';
import { setStatus, tellLocked } from './set-status.ts';

/** Changes only what was sent; a new status is rolled up in the same transaction. */
export async function updateTask(asking: Context, input: InputOf<typeof endpoint>): Promise<Task> {
  const ctx = withToken(asking, input.baton);
  return change(ctx, async (tx, emit) => {
    const owned = await requireTask(ctx, tx, input.id);
    const { task, list, project } = owned;
    requireFreeToEdit(ctx, owned);
    requireFresh(input.base_updated_at, task.updatedAt, `T${task.number}`);
    const { title, description, checks, prd_lines, blocked_reason, prd_state, requirement_ids, status } = input;
    const fields = [title, description, checks, prd_lines, blocked_reason, prd_state, requirement_ids];
    const isEdit = fields.some((field) => field !== undefined);
    const isSeen = prd_state === null || [title, description, checks].some((field) => field !== undefined);
    const answers =
      requirement_ids === undefined
        ? {}
        : answersOf(requirement_ids, await requireRequirements(tx, project.id, requirement_ids));
    let edited = task;
    if (isEdit) {
      const [row] = await tx
        .update(tasks)
        .set({
          ...(title === undefined ? {} : { title }),
          ...(description === undefined ? {} : { description }),
          ...(checks === undefined ? {} : { checks }),
          ...(blocked_reason === undefined ? {} : { blockedReason: blocked_reason }),
          ...(prd_lines === undefined
            ? {}
            : { prdStartLine: prd_lines?.start ?? null, prdEndLine: prd_lines?.end ?? null }),
          ...(isSeen ? seenOf(task.prdState, prd_state === null) : {}),
          ...answers,
          updatedAt: ctx.now(),
        })
        .where(eq(tasks.id, task.id))
        .returning(taskColumns);
      if (row === undefined) throw new Error('the task was not changed');
      edited = { ...row, id: task.id };
    }
    if (status !== undefined) {
      // The edited row: setting the status must not revert the other fields.
      const also = blocked_reason === undefined ? {} : { blockedReason: blocked_reason };
      await setStatus(ctx, tx, emit, { ...owned, task: edited }, status, callerOf(ctx), also);
      if (status === 'wip' && task.status !== 'wip') tellLocked(emit, owned, ctx.now());
    }
    const [shown] = await readTasks(tx, [task.id]);
    if (shown === undefined) throw new Error('the task is gone');
    emit(`project:${project.id}`, 'task.updated', shown);
    if (title !== undefined && title !== task.title) {
      // The list below shows the task's title.
      const live = and(eq(taskLists.parentTaskId, task.id), isNull(taskLists.deletedAt));
      for (const below of await selectTaskLists(tx, live)) emit(`project:${project.id}`, 'task_list.updated', below);
    }
    if (shown.is_completed !== task.isCompleted) await rollUp(ctx, tx, emit, list.id);
    return shown;
  });
}

/**
 * Editing a task acknowledges that its requirement has changed. That it is orphaned must be acknowledged explicitly,
 * and the next draft remembers it.
 */
function seenOf(state: 'review' | 'orphaned' | null, isSaid: boolean) {
  if (state === 'review') return { prdState: null };
  if (state !== 'orphaned' || !isSaid) return {};
  return { prdState: null, origin: sql`jsonb_set(${tasks.origin}, '{kept}', 'true')` };
}

/** Stores the current hashes of its requirements. */
function answersOf(ids: string[], hashes: Record<string, string>) {
  const base = sql`coalesce(${tasks.origin}, ${JSON.stringify(noOrigin())}::jsonb)`;
  const known = sql`(${base} -> 'requirements') || ${JSON.stringify(hashes)}::jsonb`;
  return { requirementIds: ids, prdState: null, origin: sql`jsonb_set(${base}, '{requirements}', ${known})` };
}
