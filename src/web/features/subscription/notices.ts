import type { CurrentSubscription, LimitNotice } from '#contract/subscription.ts';
import { formatUtcDay, formatUtcTime } from '#web/lib/time.ts';

type Limit = LimitNotice['limit'];

const THINGS: Record<Limit, string> = {
  prd_uploads: 'PRD uploads',
  task_generations: 'task generations',
  total_operations: 'uploads and generations together',
  active_projects: 'active projects',
  agent_calls: 'agent calls',
  storage: 'MB of storage',
};
const WHEN = { hour: ' this hour', day: ' today', month: ' this month' };
/** Of several at the same percentage the one with the longest period is shown. */
const LASTS = { month: 3, day: 2, hour: 1 };

const number = (value: number) => value.toLocaleString('en-US');

/** "You have used 4 of 5 PRD uploads this month. Resets on Apr 1." */
export function noticeText(notice: LimitNotice): string {
  const { limit, used, allowed, period } = notice;
  const things = allowed === 1 ? THINGS[limit].replace(/s$/, '') : THINGS[limit];
  const share = `${number(used)} of ${number(allowed)} ${things}`;
  if (limit === 'storage') return storageText(used, allowed);
  if (limit === 'active_projects') return `You have ${share}.`;
  const who = limit === 'agent_calls' ? 'Your agents have' : 'You have';
  return `${who} used ${share}${period === null ? '' : WHEN[period]}.${resetText(notice)}`;
}

const MB = 1_000_000;
const MB_TENTH = MB / 10;

/** Storage is not freed by the end of a period, so the text says what to do. */
const storageText = (used: number, allowed: number) =>
  `You are using ${number(Math.round(used / MB_TENTH) / 10)} of ${number(allowed / MB)} ${THINGS.storage}. Delete what you no longer need, then remove deleted items.`;

function resetText({ period, resets_at: at }: LimitNotice) {
  if (at === null || period === null) return '';
  return period === 'month' ? ` Resets on ${formatUtcDay(at)}.` : ` Resets at ${formatUtcTime(at)}.`;
}

/** Worst first: reached limits before nearly reached ones. */
const byWeight = (a: LimitNotice, b: LimitNotice) =>
  b.percent - a.percent || b.used / b.allowed - a.used / a.allowed || lasts(b) - lasts(a);

/** The limit of projects has no period and comes last. */
const lasts = ({ period }: LimitNotice) => (period === null ? 0 : LASTS[period]);

/** Identity of a dismissal: limit, period and percentage. Dismissed at 80 percent, it returns at 100 and in the next period. */
export function noticeKey({ limit, period, percent, allowed, resets_at: at }: LimitNotice): string {
  // The hour of calls is a sliding window whose end moves with every call, so only the hour it ends in counts.
  const until = at === null ? 'open' : period === 'hour' ? at.slice(0, 13) : at;
  return [limit, period ?? 'always', percent, allowed, until].join(' ');
}

export type Banner =
  | { kind: 'read-only'; text: string; more: number }
  | { kind: 'limit'; notice: LimitNotice; text: string; more: number };

/** The banner above every screen, and the number of other notices. */
export function chooseBanner(
  { notices, limits, usage, has_plans: hasPlans, read_only_projects: readOnly }: CurrentSubscription,
  isDismissed: (key: string) => boolean,
): Banner | undefined {
  const open = notices
    .filter((notice) => !isDismissed(noticeKey(notice)))
    // The read-only banner already says this.
    .filter(({ limit }) => readOnly === 0 || limit !== 'active_projects')
    .toSorted(byWeight);
  if (readOnly > 0 && limits.max_projects !== null)
    return {
      kind: 'read-only',
      text: readOnlyText({ allowed: limits.max_projects, active: usage.projects_count, readOnly, hasPlans }),
      more: open.length,
    };
  const [notice] = open;
  return notice && { kind: 'limit', notice, text: noticeText(notice), more: open.length - 1 };
}

const WORDS = ['None', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

/** "Your plan allows 1 active project and you have 3. Two are read-only." */
export function readOnlyText({
  allowed,
  active,
  readOnly,
  hasPlans,
}: {
  allowed: number;
  active: number;
  readOnly: number;
  hasPlans: boolean;
}): string {
  const allows = `${hasPlans ? 'Your plan allows' : 'Your account is allowed'} ${allowed} active ${allowed === 1 ? 'project' : 'projects'} and you have ${active}.`;
  return `${allows} ${WORDS[readOnly] ?? readOnly} ${readOnly === 1 ? 'is' : 'are'} read-only.`;
}
