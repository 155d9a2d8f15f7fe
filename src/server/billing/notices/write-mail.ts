import { PRODUCT } from '#contract/constants.ts';
import type { LimitNotice } from '#contract/subscription.ts';
import { type Mail, renderMail } from '#server/platform/mail/index.ts';

const WHAT: Record<LimitNotice['limit'], string> = {
  prd_uploads: 'PRD uploads',
  task_generations: 'task generations',
  total_operations: 'operations',
  active_projects: 'active projects',
  agent_calls: 'agent calls',
  storage: 'MB of storage',
};
const WHEN = { day: 'today', month: 'this month', hour: 'this hour' } as const;

/** One mail for all limits that were reached at once. */
export function writeMail(url: string, to: string, notices: readonly LimitNotice[]): Mail {
  const link = `${url}/subscription`;
  const isAll = notices.every(({ percent }) => percent === 100);
  const title = isAll ? 'You have reached a limit of your plan' : 'You are close to a limit of your plan';
  const content = renderMail({
    product: PRODUCT,
    title,
    paragraphs: [...notices.map(sentenceOf), 'The subscription page shows what is left and what the plans allow.'],
    action: { label: 'View subscription', url: link },
    footer: 'You get this email once for each limit and period.',
  });
  const [first] = notices;
  const about = first === undefined || notices.length > 1 ? title : countOf(first);
  return { to, subject: `${PRODUCT}: ${about}`, link, ...content };
}

const shown = (count: number) => count.toLocaleString('en-US', { maximumFractionDigits: 1 });

const thingsOf = (limit: LimitNotice['limit'], allowed: number): string =>
  allowed === 1 ? WHAT[limit].replace(/s$/, '') : WHAT[limit];

const MB = 1_000_000;
const unitOf = (limit: LimitNotice['limit']) => (limit === 'storage' ? MB : 1);

const countOf = ({ limit, period, used, allowed }: LimitNotice): string =>
  [
    `${shown(used / unitOf(limit))} of ${shown(allowed / unitOf(limit))} ${thingsOf(limit, allowed)}`,
    ...(period === null ? [] : [WHEN[period]]),
  ].join(' ');

function sentenceOf(notice: LimitNotice): string {
  const at = notice.resets_at?.slice(11, 16) ?? '';
  if (notice.limit === 'active_projects')
    return `You have ${countOf(notice)}. Archive or delete one to make room for another.`;
  if (notice.limit === 'storage')
    return `You are using ${countOf(notice)}. Delete checkpoints, old PRD versions or projects that you no longer need, then remove deleted items.`;
  if (notice.limit === 'agent_calls')
    return `Your agents have made ${countOf(notice)}, and more are refused. Room comes back little by little; the full limit is available again at ${at} UTC.`;
  return `You have used ${countOf(notice)}. The count resets on ${notice.resets_at?.slice(0, 10) ?? ''} at ${at} UTC.`;
}
