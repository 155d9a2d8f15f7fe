import { sql } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import type { WritableProject } from '#server/projects/index.ts';
import { requireRoomForTasks } from '../rules.ts';

/**
 * The limit of tasks per project. Read before the project is locked: waiting for a second connection while holding the
 * lock could deadlock on the pool.
 */
export async function readTaskLimit(ctx: Context): Promise<number> {
  const { maxTasksPerProject } = await ctx.settings.read();
  return maxTasksPerProject;
}

/** Refuses to exceed the limit; the caller has locked the plan. */
export async function requireRoom(tx: Tx, project: WritableProject, added: number, limit: number): Promise<void> {
  // There are never more tasks than numbers: exact counting is only needed close to the limit.
  if (project.lastTaskNumber + added <= limit) return;
  requireRoomForTasks(await countLiveTasks(tx, project), added, limit);
}

export async function countLiveTasks(tx: Tx, project: WritableProject): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::int as count from tasks where project_id = ${project.id} and deleted_at is null`,
  );
  return rows[0]?.count ?? 0;
}
