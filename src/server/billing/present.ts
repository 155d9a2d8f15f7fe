import type { LimitOverrides } from '#contract/admin-users.ts';
import type {
  AllowedLimits,
  CurrentSubscription,
  SubscriptionEnding,
  Tier,
  TierLimits,
} from '#contract/subscription.ts';
import type { PaymentExport } from '#contract/transfer.ts';
import type { listEndings } from './payments/ending-queries.ts';
import type { PaymentRow } from './payments/queries.ts';
import type { TierRow } from './queries.ts';
import { type Limits, UNLIMITED } from './rules.ts';
import type { OwnLimits } from './set-limits.ts';

/** The price this person agreed to, whatever the tier costs new customers. */
export function presentTier(row: TierRow, payment: PaymentRow | undefined): Tier {
  const price = row.priceUsd === 0 ? 0 : (payment?.priceUsd ?? row.priceUsd);
  return { tier_name: row.tierName, display_name: row.displayName, price_usd: price };
}

export function presentSubscription(row: PaymentRow | undefined): CurrentSubscription['subscription'] {
  if (row === undefined || row.status === null) return null;
  return {
    provider: row.provider,
    status: row.status,
    price_usd: row.priceUsd,
    current_period_start: row.periodStart?.toISOString() ?? null,
    current_period_end: row.periodEnd?.toISOString() ?? null,
    renews: row.renews,
    ends_at: row.renews && row.status === 'active' ? null : (row.accessUntil?.toISOString() ?? null),
  };
}

/** Endings are shown this long, so that a person still learns why they got two mails and a refund. */
const SHOWN_MS = 14 * 86_400_000;

/** Endings under way, and recent duplicates. */
export const presentEndings = (endings: Awaited<ReturnType<typeof listEndings>>, now: Date): SubscriptionEnding[] =>
  endings
    .filter(({ ending: { doneAt, reason } }) => {
      if (doneAt === null) return true;
      return reason === 'double' && now.getTime() - doneAt.getTime() < SHOWN_MS;
    })
    .map(({ ending, payment }) => ({
      reason: ending.reason,
      provider: payment.provider,
      price_usd: payment.priceUsd,
      since: ending.createdAt.toISOString(),
      done_at: ending.doneAt?.toISOString() ?? null,
    }));

export function presentPayment(row: PaymentRow): PaymentExport {
  return {
    provider: row.provider,
    provider_id: row.providerId,
    plan_id: row.planId,
    price_usd: row.priceUsd,
    status: row.status,
    period_start: row.periodStart?.toISOString() ?? null,
    period_end: row.periodEnd?.toISOString() ?? null,
    access_until: row.accessUntil?.toISOString() ?? null,
    renews: row.renews,
    activated_at: row.activatedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}

/** An account's overrides, by the names of the wire format. */
export const presentOwnLimits = (own: OwnLimits): LimitOverrides => ({
  daily_prd_limit: own.dailyPrdLimit,
  daily_task_gen_limit: own.dailyTaskGenLimit,
  daily_total_operations_limit: own.dailyTotalOperationsLimit,
  monthly_prd_limit: own.monthlyPrdLimit,
  monthly_task_gen_limit: own.monthlyTaskGenLimit,
  monthly_total_operations_limit: own.monthlyTotalOperationsLimit,
  max_projects: own.maxProjects,
  storage_mb: own.storageMb,
});

/** An omitted storage limit keeps its value. */
export const readOwnLimits = (sent: LimitOverrides, before: OwnLimits | null): OwnLimits => ({
  dailyPrdLimit: sent.daily_prd_limit,
  dailyTaskGenLimit: sent.daily_task_gen_limit,
  dailyTotalOperationsLimit: sent.daily_total_operations_limit,
  monthlyPrdLimit: sent.monthly_prd_limit,
  monthlyTaskGenLimit: sent.monthly_task_gen_limit,
  monthlyTotalOperationsLimit: sent.monthly_total_operations_limit,
  maxProjects: sent.max_projects,
  storageMb: sent.storage_mb === undefined ? (before?.storageMb ?? null) : sent.storage_mb,
});

export function presentLimits(row: Limits): TierLimits {
  return {
    daily_prd_limit: row.dailyPrdLimit,
    daily_task_gen_limit: row.dailyTaskGenLimit,
    daily_total_operations_limit: row.dailyTotalOperationsLimit,
    monthly_prd_limit: row.monthlyPrdLimit,
    monthly_task_gen_limit: row.monthlyTaskGenLimit,
    monthly_total_operations_limit: row.monthlyTotalOperationsLimit,
    max_projects: row.maxProjects,
    storage_mb: row.storageMb,
  };
}

/** Effective limits; null where unlimited. */
export function presentAllowed(limits: Limits): AllowedLimits {
  const shown = Object.entries(presentLimits(limits)).map(([name, n]) => [name, n === UNLIMITED ? null : n]);
  return Object.fromEntries(shown) as AllowedLimits;
}
