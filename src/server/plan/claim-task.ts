import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { EventActor } from '#contract/fields.ts';
import type { claimTask as endpoint } from '#contract/plan.ts';
import { writeNote } from '#server/notes/index.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { readTasks } from './queries.ts';
import { requireTask } from './require-task.ts';
import { setStatus, tellLocked } from './set-status.ts';

/** Takes the baton for a task. Of several who ask at once exactly one gets it; the others are told who. */
export async function claimTask(ctx: Context, input: InputOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const caller = presentActor(ctx.actor);
  // Whoever names an agent speaks for it: several may share one person's key, and each holds a baton of its own.
  const holder: EventActor = input.agent === undefined ? caller : { ...caller, kind: 'agent', name: input.agent };
  return change(ctx, async (tx, emit) => {
    const owned = await requireTask(ctx, tx, input.id);
    const { task, list, project } = owned;
    if (task.status === 'done')
      throw new AppError('CONFLICT', `T${task.number} is done. Reopen it before you take it.`);
    const { baton } = await setStatus(ctx, tx, emit, owned, 'wip', holder);
    if (baton === undefined) throw new Error('the claim gave no baton');
    const [shown] = await readTasks(tx, [task.id]);
    if (shown === undefined) throw new Error('the task is gone');
    if (task.status !== 'wip') {
      tellLocked(emit, owned, ctx.now());
      await writeNote(ctx, tx, emit, {
        projectId: project.id,
        taskId: task.id,
        type: 'PROGRESS',
        body: `Task locked by ${holder.name} in ${list.name}`,
        isBroadcast: true,
      });
    }
    emit(`project:${project.id}`, 'task.updated', shown);
    return { task: shown, baton };
  });
}
