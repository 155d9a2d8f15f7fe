import { eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Handover } from '#contract/plan.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { tasks } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import type { RunEnding } from '../relay/record-result.ts';
import type { Caller } from './caller.ts';
import { handBack } from './hand-back.ts';
import { keepLoss } from './keep-loss.ts';
import { readTasks } from '../queries.ts';
import type { HeldRow } from './read-batons.ts';
import { rollUp } from '../tree/roll-up.ts';

interface Losing {
  why: string;
  /** Who took it, as the holder is told; a holder that took it from itself is not told. */
  by: Caller;
  /** Reopens the task, unless the caller sets a status itself. */
  reopen: boolean;
  /** How it ends for a run; by default it was taken away. */
  ending?: RunEnding;
}

/**
 * Ends a baton that its holder did not release: writes the handover for the next holder, and stores the loss for the
 * old one.
 */
export async function loseBaton(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  baton: HeldRow,
  { why, by, reopen, ending }: Losing,
): Promise<Handover> {
  const now = ctx.now();
  const id = baton.taskId as Id;
  const handover: Handover = {
    holder: baton.holder.name,
    taken_at: baton.takenAt.toISOString(),
    last_call_at: baton.lastCallAt.toISOString(),
    ended_at: now.toISOString(),
    reason: why,
  };
  await handBack(ctx, tx, emit, baton, why, ending);
  await keepLoss(tx, baton, { why, by, now });
  const reopened = reopen ? { status: 'open' as const, agentLock: null, updatedAt: now } : {};
  await tx
    .update(tasks)
    .set({ handover, ...reopened })
    .where(eq(tasks.id, id));
  if (!reopen) return handover;
  for (const task of await readTasks(tx, [id])) {
    emit(`project:${task.project_id}`, 'task.updated', task);
    await rollUp(ctx, tx, emit, task.task_list_id);
  }
  return handover;
}
