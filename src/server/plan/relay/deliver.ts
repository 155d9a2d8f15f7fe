import { eq } from 'drizzle-orm';
import type { Task } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { batons } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import type { Finish } from '../baton/finish.ts';
import type { HeldRow } from '../baton/read-batons.ts';
import { renewRow } from '../baton/take-baton.ts';
import { presentTask } from '../present.ts';
import type { OwnedTask } from '../require-task.ts';
import { requireOwnStatus } from '../tree/set-status.ts';

/**
 * Stores what an agent of a run finished as done. The task stays held: it is done once the runner has verified the work.
 * Delivered twice, the newer counts.
 */
export async function deliver(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  owned: OwnedTask,
  held: HeldRow,
  { summary = '', files = [], evidence = '', checks = [] }: Finish,
): Promise<Task> {
  const { task, list, project } = owned;
  requireOwnStatus(owned, 'done');
  const at = ctx.now();
  await tx
    .update(batons)
    .set({ delivered: { summary: summary.trim(), files, evidence: evidence.trim(), checks, at: at.toISOString() } })
    .where(eq(batons.taskId, task.id));
  emit(`project:${project.id}`, 'baton.renewed', await renewRow(tx, held, at, project.leaseMinutes));
  return presentTask(task, list);
}
