import { eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { batons } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/feed.ts';

/** Frees the baton held on a task, if there is one, and says why; its status is the caller's business. */
export async function handBack(tx: Tx, emit: Emit, taskId: Id, reason: string): Promise<void> {
  const [held] = await tx.delete(batons).where(eq(batons.taskId, taskId)).returning();
  if (held === undefined) return;
  emit(`project:${held.projectId}`, 'baton.released', { task_id: taskId, slot: held.slot, fence: held.fence, reason });
}
