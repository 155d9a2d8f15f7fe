import type { Context } from '#server/platform/context.ts';
import { MONTHS_KEPT_DAYS, daysAgo, sweepRows } from '#server/platform/sweep-rows.ts';

const AUDIT_DAYS = 366;
/** Calls without a valid key can be sent by anybody, so they are kept for less time. */
const STRANGERS_DAYS = 1;
/** The dashboard's charts need one day of calls. */
const ROLL_UP_DAYS = 2;

/** What is past its retention, by table; each condition and order matches an index. */
const OLD = [
  { table: 'error_logs', days: 'log', where: 'timestamp < $1 order by timestamp asc nulls first' },
  { table: 'mcp_logs', days: 'log', where: 'inserted_at < $1 order by inserted_at asc nulls first' },
  { table: 'mcp_logs', days: STRANGERS_DAYS, where: 'user_id is null and inserted_at < $1' },
  { table: 'audit_log', days: AUDIT_DAYS, where: 'created_at < $1 order by created_at asc nulls first' },
  {
    table: 'error_groups',
    days: 'log',
    where: 'last_seen < $1 and not exists (select from error_logs e where e.group_id = error_groups.id)',
  },
  { table: 'call_hours', days: ROLL_UP_DAYS, where: 'hour < $1' },
  { table: 'call_times', days: ROLL_UP_DAYS, where: 'hour < $1' },
  { table: 'day_counts', days: MONTHS_KEPT_DAYS, where: 'day < $1' },
] as const;

/** Deletes logs and counts that are past their retention. */
export async function sweepLogs(ctx: Context): Promise<void> {
  for (const { table, days, where } of OLD)
    await sweepRows(ctx, { table, where, before: daysAgo(ctx, days === 'log' ? ctx.config.logDays : days) });
}
