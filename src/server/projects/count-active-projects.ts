import { sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { requireTier, tellNoPlace } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { requireRoomForProject } from './rules.ts';

/** Active projects that count towards the limit: the example does not. */
export async function countProjects(db: Database | Tx, userId: Id): Promise<{ active: number; readOnly: number }> {
  const { rows } = await db.execute<{ active: number; read_only: number }>(sql`
    select count(*)::int as active, count(read_only_at)::int as read_only
    from projects where user_id = ${userId} and status = 'active' and deleted_at is null and not is_example`);
  return { active: rows[0]?.active ?? 0, readOnly: rows[0]?.read_only ?? 0 };
}

/**
 * Refuses when another active project would exceed the limit; returns the place that it takes. The caller has locked
 * the account, so that the count stays valid.
 */
export async function requirePlaceForProject(
  ctx: Context,
  tx: Tx,
  userId: Id,
): Promise<{ used: number; allowed: number }> {
  const { limits, isTeam } = await requireTier(tx, userId, ctx.now());
  const { active } = await countProjects(tx, userId);
  if (active >= limits.maxProjects) tellNoPlace(ctx, userId, { used: active, allowed: limits.maxProjects });
  requireRoomForProject(active, limits.maxProjects, isTeam);
  return { used: active + 1, allowed: limits.maxProjects };
}
