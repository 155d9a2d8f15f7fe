import { eq, inArray, sql } from 'drizzle-orm';
import type { BothTierLimits } from '#contract/admin-settings.ts';
import type { TierName } from '#contract/admin-users.ts';
import { presentLimits } from '#server/billing/index.ts';
import { notifyValues } from '#server/platform/bus.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { subscriptionTiers, systemSettings } from '#server/platform/db/tables/index.ts';
import type { SystemSettings } from '#server/platform/settings.ts';

const TIERS: readonly TierName[] = ['free', 'pro'];

export async function readSettings(db: Database | Tx): Promise<SystemSettings> {
  const [row] = await db.select().from(systemSettings);
  return requireRow(row);
}

/**
 * Locks the one settings row, which serialises saves: the second of two administrators sees what the first has written.
 */
export async function holdSettings(tx: Tx): Promise<SystemSettings> {
  const [row] = await tx.select().from(systemSettings).for('update');
  return requireRow(row);
}

export async function readTiers(db: Database | Tx): Promise<BothTierLimits> {
  const rows = await db
    .select()
    .from(subscriptionTiers)
    .where(inArray(subscriptionTiers.id, [...TIERS]));
  const of = (tier: TierName) => {
    const row = rows.find(({ id }) => id === tier);
    if (row === undefined) throw new Error(`subscription_tiers has no ${tier} tier`);
    return presentLimits(row);
  };
  return { free: of('free'), pro: of('pro') };
}

export async function writeTiers(tx: Tx, limits: BothTierLimits, now: Date): Promise<void> {
  for (const tier of TIERS) {
    const of = limits[tier];
    await tx
      .update(subscriptionTiers)
      .set({
        dailyPrdLimit: of.daily_prd_limit,
        dailyTaskGenLimit: of.daily_task_gen_limit,
        dailyTotalOperationsLimit: of.daily_total_operations_limit,
        monthlyPrdLimit: of.monthly_prd_limit,
        monthlyTaskGenLimit: of.monthly_task_gen_limit,
        monthlyTotalOperationsLimit: of.monthly_total_operations_limit,
        maxProjects: of.max_projects,
        storageMb: of.storage_mb,
        updatedAt: now,
      })
      .where(eq(subscriptionTiers.id, tier));
  }
}

/** NOTIFY inside the transaction: the message is delivered to every server when it commits. */
export async function notify(tx: Tx, topic: string, subject: string): Promise<void> {
  const [channel, payload] = notifyValues(topic, subject);
  await tx.execute(sql`select pg_notify(${channel}, ${payload})`);
}

function requireRow(row: SystemSettings | undefined): SystemSettings {
  if (row === undefined) throw new Error('system_settings has no row');
  return row;
}
