import { sql } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import type { OwnedProject } from '#server/projects/index.ts';
import { requireRoomForTasks } from './rules.ts';

/** As many more tasks must fit into the project; the caller holds its plan. */
export async function requireRoom(ctx: Context, tx: Tx, project: OwnedProject, added: number): Promise<void> {
  const { maxTasksPerProject } = await ctx.settings.read();
  // There are never more tasks than numbers given: counting is only needed close to the limit.
  if (project.lastTaskNumber + added <= maxTasksPerProject) return;
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from tasks where project_id = ${project.id} and deleted_at is null`,
  );
  requireRoomForTasks(rows[0]?.count ?? 0, added, maxTasksPerProject);
}
