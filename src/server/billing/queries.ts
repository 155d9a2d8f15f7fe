import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import {
  subscriptionTiers,
  systemSettings,
  usageCounters,
  userLimits,
  userSubscriptions,
  users,
} from '#server/platform/db/tables/index.ts';
import { type Limits, TEAM_LIMITS, type UsageCounts, type UsagePeriods, overrideLimits } from './rules.ts';

export type TierRow = typeof subscriptionTiers.$inferSelect;

const FREE = 'free';
const NOTHING: UsageCounts = { prdUploads: 0, taskGenerations: 0, otherOperations: 0 };

interface Allowance {
  tier: TierRow;
  limits: Limits;
  /** On an instance for a team the tier is stored but has no effect. */
  isTeam: boolean;
}

/**
 * The tier of a user, by default the free one, with its limits: overrides of an administrator take precedence. On an
 * instance for a team only the overrides apply.
 */
export async function requireTier(db: Database | Tx, userId: Id, now: Date): Promise<Allowance> {
  const [row] = await db
    .select({ tier: subscriptionTiers, own: userLimits, kind: systemSettings.instanceKind })
    .from(subscriptionTiers)
    .leftJoin(systemSettings, eq(systemSettings.id, 1))
    .leftJoin(
      userSubscriptions,
      and(
        eq(userSubscriptions.userId, userId),
        // An ended subscription counts as ended, whether or not the periodic job has recorded it yet.
        or(isNull(userSubscriptions.accessUntil), gt(userSubscriptions.accessUntil, now)),
      ),
    )
    .leftJoin(userLimits, eq(userLimits.userId, userId))
    .where(sql`${subscriptionTiers.id} = coalesce(${userSubscriptions.tierId}, ${FREE})`)
    .limit(1);
  if (row === undefined) throw new Error('subscription_tiers has no free tier');
  const isTeam = row.kind === 'team';
  return { tier: row.tier, limits: overrideLimits(isTeam ? TEAM_LIMITS : row.tier, row.own), isTeam };
}

/** When the granted tier ends; null without a grant or without an end. */
export async function findGiftEnd(db: Database | Tx, userId: Id, now: Date): Promise<Date | null> {
  const { accessUntil, granted } = userSubscriptions;
  const [row] = await db
    .select({ accessUntil })
    .from(userSubscriptions)
    .where(and(eq(userSubscriptions.userId, userId), eq(granted, true), gt(accessUntil, now)));
  return row?.accessUntil ?? null;
}

export async function readUsage(
  db: Database | Tx,
  userId: Id,
  periods: UsagePeriods,
): Promise<Record<'day' | 'month', UsageCounts>> {
  const rows = await db
    .select()
    .from(usageCounters)
    .where(
      sql`${usageCounters.userId} = ${userId} and (${usageCounters.period}, ${usageCounters.startsOn}) in (('day', ${periods.day}::date), ('month', ${periods.month}::date))`,
    );
  const of = (period: 'day' | 'month') => rows.find((row) => row.period === period) ?? NOTHING;
  return { day: of('day'), month: of('month') };
}

/** Locks the account's row until the transaction ends. First in the lock order, before anything else of the account. */
export async function lockAccount(tx: Tx, userId: Id): Promise<void> {
  await tx.execute(sql`select 1 from users where id = ${userId} for no key update`);
}

export async function findEmail(db: Database | Tx, userId: Id): Promise<string> {
  const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId));
  return row?.email ?? '';
}
