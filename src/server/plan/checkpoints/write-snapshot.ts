import { sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import type { Snapshot } from './snapshot.ts';

/** Upserts rows of a plan. */
export async function writeSnapshot(
  ctx: Context,
  tx: Tx,
  projectId: Id,
  { task_lists, tasks, dependencies }: Pick<Snapshot, 'task_lists' | 'tasks' | 'dependencies'>,
): Promise<void> {
  const plan = JSON.stringify({ task_lists, tasks, dependencies });
  await tx.execute(sql`select baton_write_rows(${projectId}, ${plan}::jsonb, ${ctx.now()})`);
}
