import { LIMIT_NEAR_PERCENT } from '#contract/constants.ts';
import type { LimitNotice } from '#contract/subscription.ts';
import type { ReservedUsage } from '#server/platform/db/tables/index.ts';
import { COUNTED, type Limits, type UsageCounts, type UsagePeriods, endOf } from '../rules.ts';

type Used = Record<'day' | 'month', UsageCounts>;

/** 80 % and 100 %. Nothing is reported while usage is zero, however low the limit. */
function markOf(used: number, allowed: number): LimitNotice['percent'] | undefined {
  if (used === 0) return undefined;
  if (used >= allowed) return 100;
  return used * 100 >= allowed * LIMIT_NEAR_PERCENT ? LIMIT_NEAR_PERCENT : undefined;
}

function noticeOf(
  limit: LimitNotice['limit'],
  period: LimitNotice['period'],
  [used, allowed]: [number, number],
  resetsAt: Date | null,
): LimitNotice[] {
  const percent = markOf(used, allowed);
  const resets_at = resetsAt?.toISOString() ?? null;
  return percent === undefined ? [] : [{ limit, period, used, allowed, percent, resets_at }];
}

/** The thresholds reached by uploads, generations and their sum, by day and by month. */
export function reachedUsage(used: Used, limits: Limits, now: Date): LimitNotice[] {
  return COUNTED.flatMap(({ limit, of, daily, monthly }) => [
    ...noticeOf(limit, 'day', [of(used.day), limits[daily]], endOf('day', now)),
    ...noticeOf(limit, 'month', [of(used.month), limits[monthly]], endOf('month', now)),
  ]);
}

export const reachedProjects = (active: number, allowed: number): LimitNotice[] =>
  noticeOf('active_projects', null, [active, allowed], null);

/** In bytes. */
export const reachedStorage = (used: number, allowed: number): LimitNotice[] =>
  noticeOf('storage', null, [used, allowed], null);

const HOUR_MS = 3_600_000;

/**
 * `wholeAt` is the theoretical arrival time of GCRA: the time until then is what is used. The last call fits while less
 * than one interval is missing, so a partly used interval counts as used.
 */
export function reachedCalls(wholeAt: Date | null, perHour: number, now: Date): LimitNotice[] {
  const spentMs = Math.max(0, (wholeAt?.getTime() ?? 0) - now.getTime());
  const used = Math.min(perHour, Math.ceil((spentMs * perHour) / HOUR_MS));
  return noticeOf('agent_calls', 'hour', [used, perHour], wholeAt);
}

/**
 * Removes redundant notices: the day's where the month's is as high and lasts longer, and the sum's where it says no
 * more than its parts.
 */
export function withoutDoubles(reached: readonly LimitNotice[]): LimitNotice[] {
  const covers = (one: LimitNotice, other: LimitNotice) =>
    one.percent >= other.percent && (one.period === other.period || one.period === 'month');
  const longest = reached.filter(
    (each) =>
      each.period !== 'day' ||
      !reached.some((other) => other.limit === each.limit && other.period === 'month' && covers(other, each)),
  );
  const parts = longest.filter(({ limit }) => limit === 'prd_uploads' || limit === 'task_generations');
  const isDouble = (total: LimitNotice) => {
    const covering = parts.filter((part) => covers(part, total));
    const isSame = covering.some(({ used, allowed }) => used === total.used && allowed === total.allowed);
    return isSame || new Set(covering.map(({ limit }) => limit)).size === 2;
  };
  return longest.filter((each) => each.limit !== 'total_operations' || !isDouble(each));
}

/** Without reservations of work that is still under way: they may be refunded. */
export function withoutPending(used: Used, pending: readonly ReservedUsage[], periods: UsagePeriods): Used {
  const less = (period: 'day' | 'month'): UsageCounts => {
    const own = pending.filter((each) => each[period] === periods[period]);
    const sum = (name: 'prdUploads' | 'taskGenerations') => own.reduce((total, each) => total + each[name], 0);
    return {
      prdUploads: Math.max(0, used[period].prdUploads - sum('prdUploads')),
      taskGenerations: Math.max(0, used[period].taskGenerations - sum('taskGenerations')),
      otherOperations: used[period].otherOperations,
    };
  };
  return { day: less('day'), month: less('month') };
}
