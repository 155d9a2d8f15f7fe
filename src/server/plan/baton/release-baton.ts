import { eq } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { Baton, releaseBaton as releasing, renewBaton as renewing } from '#contract/plan.ts';
import type { Task } from '#contract/task.ts';
import { writeNote } from '#server/notes/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { tasks } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { callerOf } from './caller.ts';
import { handBack } from './hand-back.ts';
import { loseBaton } from './lose-baton.ts';
import { readTasks } from '../queries.ts';
import { requireHeld } from './require-held.ts';
import { requireTask } from '../require-task.ts';
import { renewRow } from './take-baton.ts';

/** Renews the holder's lease. */
export async function renewBaton(ctx: Context, input: InputOf<typeof renewing>): Promise<Baton> {
  return change(ctx, async (tx, emit) => {
    const owned = await requireTask(ctx, tx, input.id);
    const held = requireHeld(ctx, owned, input.baton);
    const baton = await renewRow(tx, held, ctx.now(), owned.project.leaseMinutes);
    emit(`project:${owned.project.id}`, 'baton.renewed', baton);
    return baton;
  });
}

/** Releases a baton. A person may revoke anybody's; the holder is told why on its next call. */
export async function releaseBaton(ctx: Context, input: InputOf<typeof releasing>): Promise<Task> {
  return change(ctx, async (tx, emit) => {
    const owned = await requireTask(ctx, tx, input.id, { handsBack: true });
    const { task, project } = owned;
    const isTakenAway = input.baton === undefined;
    if (isTakenAway && ctx.actor.kind !== 'user')
      throw new AppError(
        'FORBIDDEN',
        'Send the baton that your claim answered; only a person may take it from someone else.',
      );
    const held = requireHeld(ctx, owned, input.baton);
    const reason = input.reason?.trim() ?? '';
    const now = ctx.now();
    const status = task.status === 'wip' ? 'open' : task.status;
    if (isTakenAway) {
      const why = reason === '' ? 'A person took the baton away.' : reason;
      await loseBaton(ctx, tx, emit, held, { why, by: callerOf(ctx), reopen: false });
    } else {
      const why = reason === '' ? 'Handed back.' : reason;
      await handBack(ctx, tx, emit, held, why, { outcome: 'released', reason: why });
    }
    await tx.update(tasks).set({ status, agentLock: null, updatedAt: now }).where(eq(tasks.id, task.id));
    if (status !== task.status)
      emit(`project:${project.id}`, 'task.status_changed', {
        task_id: task.id,
        previous_status: task.status,
        new_status: status,
      });
    if (reason !== '')
      await writeNote(ctx, tx, emit, {
        projectId: project.id,
        taskId: task.id,
        type: 'PROGRESS',
        isBroadcast: true,
        body: isTakenAway
          ? `Baton taken from ${held.holder.name}: ${reason}`
          : `${held.holder.name} handed back: ${reason}`,
      });
    return tellTask(tx, emit, task.id);
  });
}

async function tellTask(tx: Tx, emit: Parameters<Parameters<typeof change>[1]>[1], id: Id): Promise<Task> {
  const [shown] = await readTasks(tx, [id]);
  if (shown === undefined) throw new Error('the task is gone');
  emit(`project:${shown.project_id}`, 'task.updated', shown);
  return shown;
}
