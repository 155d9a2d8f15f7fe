import { eq } from 'drizzle-orm';
import type { EventActor, Id } from '#contract/fields.ts';
import type { Handover } from '#contract/plan.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { batonLosses, tasks } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/feed.ts';
import { handBack } from './hand-back.ts';
import { readTasks } from './queries.ts';
import type { HeldRow } from './read-batons.ts';
import { rollUp } from './roll-up.ts';
import { holderKeyOf } from './rules.ts';

interface Losing {
  why: string;
  /** Who took it, as the holder is told; whoever takes it from themselves knows. */
  by: EventActor;
  /** The task is put back, unless the caller gives it a new status itself. */
  reopen: boolean;
}

/**
 * Ends a baton that its holder did not hand back. What the holder knew is kept for whoever goes on, and the holder is
 * told on its next call.
 */
export async function loseBaton(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  baton: HeldRow,
  { why, by, reopen }: Losing,
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
  handBack(tx, emit, baton, why);
  // Who calls is known by its program until it says its name: what is left for the program would reach the taker.
  const program = holderKeyOf(presentActor(ctx.actor));
  if (baton.holder.kind === 'agent' && ![holderKeyOf(by), program].includes(baton.holderKey)) {
    const { projectId, holderKey, fence, number: taskNumber } = baton;
    const clientKey = baton.clientKey === program ? holderKey : baton.clientKey;
    await tx
      .insert(batonLosses)
      .values({
        projectId,
        holderKey,
        clientKey,
        fence,
        taskNumber,
        by: by.name || 'A person',
        reason: why,
        createdAt: now,
      })
      .onConflictDoNothing();
  }
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
