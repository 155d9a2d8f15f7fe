import { sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { requireTier } from '#server/billing/index.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { requireRoomForProject } from './rules.ts';

export async function countActiveProjects(db: Database | Tx, userId: Id): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from projects where user_id = ${userId} and status = 'active' and deleted_at is null`,
  );
  return rows[0]?.count ?? 0;
}

/** Holds the account's row until the transaction ends, so that two tabs cannot both take the last place. Before any project's. */
export async function lockPlacesOf(tx: Tx, userId: Id): Promise<void> {
  await tx.execute(sql`select 1 from users where id = ${userId} for no key update`);
}

/** One more active project must fit; the caller holds the places. */
export async function requirePlaceForProject(tx: Tx, userId: Id): Promise<void> {
  const { limits } = await requireTier(tx, userId);
  requireRoomForProject(await countActiveProjects(tx, userId), limits.maxProjects);
}
