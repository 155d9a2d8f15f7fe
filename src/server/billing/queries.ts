import { eq, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { subscriptionTiers, userSubscriptions } from '#server/platform/db/tables/index.ts';

export type TierRow = typeof subscriptionTiers.$inferSelect;

const FREE = 'free';

/** The tier a user is on; without a subscription that is the free one. */
export async function requireTier(db: Database | Tx, userId: Id): Promise<TierRow> {
  const [row] = await db
    .select({ tier: subscriptionTiers })
    .from(subscriptionTiers)
    .leftJoin(userSubscriptions, eq(userSubscriptions.userId, userId))
    .where(sql`${subscriptionTiers.id} = coalesce(${userSubscriptions.tierId}, ${FREE})`)
    .limit(1);
  if (row === undefined) throw new Error('subscription_tiers has no free tier');
  return row.tier;
}
