import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { send } from '#server/platform/db/send.ts';
import type { Emit } from '#server/platform/emit.ts';
import { type RunEnding, recordResult } from '../relay/record-result.ts';
import { callerOf } from './caller.ts';
import { keepLoss } from './keep-loss.ts';
import { type BatonRow, type HeldRow, readBatons } from './read-batons.ts';

/**
 * Releases a held baton and emits why; the caller sets the task's status. If the lease had expired before, the event has
 * that moment: it is when the holder's work ended. For a run it is a result, by default that its baton was taken away.
 */
export async function handBack(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  held: BatonRow,
  reason: string,
  ending: RunEnding = { outcome: 'taken_away', reason },
): Promise<void> {
  void send(tx, { name: 'baton_hand_back', text: HAND_BACK, values: [held.taskId] });
  const { projectId, taskId, slot, fence, lastCallAt, expiresAt } = held;
  const expiry =
    expiresAt <= ctx.now() ? { last_call_at: lastCallAt.toISOString(), expired_at: expiresAt.toISOString() } : {};
  emit(`project:${projectId}`, 'baton.released', { task_id: taskId as Id, slot, fence, reason, ...expiry });
  if (held.runId !== null) await recordResult(ctx, tx, emit, held, ending);
}

const HAND_BACK = 'delete from batons where task_id = $1';

/** Releases the task's baton if there is one; a holder that did not do it itself is told why. */
export async function handBackIfHeld(ctx: Context, tx: Tx, emit: Emit, taskId: Id, reason: string): Promise<void> {
  const held = (await readBatons(tx, { taskId })).find((each) => each.taskId === taskId);
  if (held !== undefined) await endHeld(ctx, tx, emit, held, reason);
}

/** Ends a baton because of what happened to its task. */
export async function endHeld(ctx: Context, tx: Tx, emit: Emit, held: HeldRow, reason: string): Promise<void> {
  await handBack(ctx, tx, emit, held, reason);
  await keepLoss(tx, held, { why: reason, by: callerOf(ctx), now: ctx.now() });
}
