import type { Tier, TierLimits } from '#contract/subscription.ts';
import type { TierRow } from './queries.ts';
import type { Limits } from './rules.ts';

export function presentTier(row: TierRow): Tier {
  return { tier_name: row.tierName, display_name: row.displayName, price_usd: row.priceUsd };
}

export function presentLimits(row: Limits): TierLimits {
  return {
    daily_prd_limit: row.dailyPrdLimit,
    daily_task_gen_limit: row.dailyTaskGenLimit,
    daily_total_operations_limit: row.dailyTotalOperationsLimit,
    monthly_prd_limit: row.monthlyPrdLimit,
    monthly_task_gen_limit: row.monthlyTaskGenLimit,
    monthly_total_operations_limit: row.monthlyTotalOperationsLimit,
    max_projects: row.maxProjects,
  };
}
