import { eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { send } from '#server/platform/db/send.ts';
import { batons } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/feed.ts';
import type { BatonRow } from './read-batons.ts';

/** Frees a held baton and says why; the status of its task is the caller's business. */
export function handBack(tx: Tx, emit: Emit, held: BatonRow, reason: string): void {
  void send(tx, { name: 'baton_hand_back', text: HAND_BACK, values: [held.taskId] });
  tellHandedBack(emit, held, reason);
}

const HAND_BACK = 'delete from batons where task_id = $1';

/** The same where it is not known whether anybody holds the task. */
export async function handBackIfHeld(tx: Tx, emit: Emit, taskId: Id, reason: string): Promise<void> {
  const [held] = await tx.delete(batons).where(eq(batons.taskId, taskId)).returning();
  if (held !== undefined) tellHandedBack(emit, held, reason);
}

const tellHandedBack = (emit: Emit, { projectId, taskId, slot, fence }: BatonRow, reason: string) =>
  emit(`project:${projectId}`, 'baton.released', { task_id: taskId as Id, slot, fence, reason });
