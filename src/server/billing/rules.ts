import type { Usage } from '#contract/errors.ts';
import type { InstanceKind } from '#contract/instance-kind.ts';
import type { LimitNotice } from '#contract/subscription.ts';
import { AppError } from '#server/platform/error.ts';

const FREE_TIER = 'free';
/** Rate limits are multiplied by this on a paid tier. */
const PAID_FACTOR = 5;

/** Rate limits of a key: the settings, five times as high on a paid tier. Teams have no tiers. */
export function rateFor(
  settings: { mcpToolCallsPerHour: number; maxRequestsPerMinute: number; instanceKind: InstanceKind | null },
  tier: string | undefined,
): { perHour: number; perMinute: number } {
  const isPaid = settings.instanceKind !== 'team' && tier !== undefined && tier !== FREE_TIER;
  const factor = isPaid ? PAID_FACTOR : 1;
  return {
    perHour: Math.max(1, settings.mcpToolCallsPerHour) * factor,
    perMinute: Math.max(1, settings.maxRequestsPerMinute) * factor,
  };
}

export const LIMITS = [
  'dailyPrdLimit',
  'dailyTaskGenLimit',
  'dailyTotalOperationsLimit',
  'monthlyPrdLimit',
  'monthlyTaskGenLimit',
  'monthlyTotalOperationsLimit',
  'maxProjects',
  'storageMb',
] as const;
export type Limits = Record<(typeof LIMITS)[number], number>;

/** No limit: the largest int4, so that SQL can compare with it. */
export const UNLIMITED = 2_147_483_647;
/** Limits on an instance for a team, where only overrides restrict. */
export const TEAM_LIMITS = Object.fromEntries(LIMITS.map((name) => [name, UNLIMITED])) as Limits;

/**
 * Overrides take precedence over the tier's limits. Every tier has every limit, and an account without a subscription
 * has the free tier's, whose row the migrations insert.
 */
export function overrideLimits(tier: Limits, own: Partial<Record<keyof Limits, number | null>> | null): Limits {
  const chosen = LIMITS.map((name) => [name, own?.[name] ?? tier[name]]);
  return Object.fromEntries(chosen) as Limits;
}

export interface UsageCounts {
  prdUploads: number;
  taskGenerations: number;
  otherOperations: number;
}

/** First day of the day and the month, in UTC. */
export interface UsagePeriods {
  day: string;
  month: string;
}

export function periodsOf(now: Date): UsagePeriods {
  const day = now.toISOString().slice(0, 10);
  return { day, month: `${day.slice(0, 7)}-01` };
}

interface Counted {
  limit: LimitNotice['limit'];
  what: string;
  of(counts: UsageCounts): number;
  adds(added: UsageCounts): number;
  daily: keyof Limits;
  monthly: keyof Limits;
}

const totalOf = (counts: UsageCounts) => counts.prdUploads + counts.taskGenerations + counts.otherOperations;

/** In the order of reporting: the requested operation before the total. */
export const COUNTED: readonly Counted[] = [
  {
    limit: 'task_generations',
    what: 'task generations',
    of: (counts) => counts.taskGenerations,
    adds: (added) => added.taskGenerations,
    daily: 'dailyTaskGenLimit',
    monthly: 'monthlyTaskGenLimit',
  },
  {
    limit: 'prd_uploads',
    what: 'PRD uploads',
    of: (counts) => counts.prdUploads,
    adds: (added) => added.prdUploads,
    daily: 'dailyPrdLimit',
    monthly: 'monthlyPrdLimit',
  },
  {
    limit: 'total_operations',
    what: 'operations',
    of: totalOf,
    adds: totalOf,
    daily: 'dailyTotalOperationsLimit',
    monthly: 'monthlyTotalOperationsLimit',
  },
];

/** The limit that was exceeded, its two counters and the time until it resets. */
export function explainLimit(
  used: Record<'day' | 'month', UsageCounts>,
  added: UsageCounts,
  { limits, isTeam }: { limits: Limits; isTeam: boolean },
  now: Date,
): AppError {
  for (const each of COUNTED) {
    if (each.adds(added) === 0) continue;
    const overMonth = each.of(used.month) + each.adds(added) > limits[each.monthly];
    const overDay = each.of(used.day) + each.adds(added) > limits[each.daily];
    if (!overMonth && !overDay) continue;
    const usage: Usage = {
      daily: { current: each.of(used.day), limit: limits[each.daily] },
      monthly: { current: each.of(used.month), limit: limits[each.monthly] },
    };
    const reset = endOf(overMonth ? 'month' : 'day', now);
    const allowed = overMonth
      ? `${limits[each.monthly]} ${each.what} a month`
      : `${limits[each.daily]} ${each.what} a day`;
    const again = reset.toISOString().slice(0, 10);
    return new AppError(
      'USAGE_LIMIT_EXCEEDED',
      isTeam
        ? `Your account is allowed ${allowed}, and they are used up. It goes on again on ${again} at 00:00 UTC; an administrator can allow more.`
        : `Your plan allows ${allowed}, and they are used up. It goes on again on ${again} at 00:00 UTC, or with a larger plan.`,
      { usage, retryAfterSeconds: Math.max(1, Math.ceil((reset.getTime() - now.getTime()) / 1_000)) },
    );
  }
  // A concurrent refund freed usage between the refusal and this read.
  return new AppError('USAGE_LIMIT_EXCEEDED', 'Your usage limit was reached just now. Please try again.', {
    retryAfterSeconds: 1,
  });
}

/** The end of the current day or month, in UTC. */
export function endOf(period: 'day' | 'month', now: Date): Date {
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return new Date(period === 'day' ? Date.UTC(year, month, now.getUTCDate() + 1) : Date.UTC(year, month + 1, 1));
}
