import type { CurrentSubscription, LimitNotice } from '#contract/subscription.ts';
import { mayUpgrade } from './plan.ts';

type Counted = Extract<LimitNotice['limit'], 'prd_uploads' | 'task_generations'>;

const MONTHLY = { prd_uploads: 'monthly_prd_limit', task_generations: 'monthly_task_gen_limit' } as const;
const DAILY = { prd_uploads: 'daily_prd_limit', task_generations: 'daily_task_gen_limit' } as const;
const USED = { prd_uploads: 'prd_uploads_used', task_generations: 'task_generations_used' } as const;

export interface LimitLine {
  used: number;
  /** null: no limit. */
  limit: number | null;
  /** What it means for the person. */
  note: string;
  /** Nothing more until the next day, the next month or a larger plan. */
  isReached: boolean;
}

/** The monthly count, with a note on the daily limit where that one applies. */
export function limitLine(current: CurrentSubscription, counted: Counted): LimitLine {
  const used = current.usage[USED[counted]];
  const limit = current.limits[MONTHLY[counted]];
  const reached = (period: LimitNotice['period'], of: LimitNotice['limit']) =>
    current.notices.some((notice) => notice.limit === of && notice.period === period && notice.percent === 100);
  const wait = mayUpgrade(current) ? 'Upgrade, or wait' : 'Wait';
  const line = (note: string, isReached = true) => ({ used, limit, note, isReached });
  if (limit !== null && used >= limit) return line(`Resets monthly. ${wait} until the 1st.`);
  if (reached('month', 'total_operations'))
    return line(`Uploads and generations together are used up for this month. ${wait} until the 1st.`);
  if (reached('day', counted) || reached('day', 'total_operations'))
    return line(`Resets monthly. Today’s are used up: more from 00:00 UTC.`);
  const daily = current.limits[DAILY[counted]];
  if (daily !== null && (limit === null || daily < limit)) return line(`Resets monthly, at most ${daily} a day`, false);
  return line(limit === null ? 'No limit' : 'Resets monthly', false);
}

/** Beyond the limit, archiving one project is not enough. */
export function placesNote(active: number, allowed: number | null): string {
  if (allowed === null || active < allowed) return 'Archived projects do not count';
  const beyond = active - allowed;
  if (beyond === 0) return 'Archive a project to make room';
  return `${beyond} ${beyond === 1 ? 'is' : 'are'} beyond the plan and can only be read`;
}
