import { setTimeout } from 'node:timers/promises';
import type { Context } from '#server/platform/context.ts';

const DAY_MS = 86_400_000;
const AUDIT_DAYS = 366;
/** A stranger, who only knocked, is forgotten sooner. */
const STRANGERS_DAYS = 1;
/** The dashboard draws a day of calls. */
const ROLL_UP_DAYS = 2;
const BATCH = 2_000;
const PAUSE_MS = 200;

/** What is too old, by its table; the oldest are found by index. */
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
] as const;

/** Small, by the hour, and written by nobody any more: these go at once. */
const ROLL_UPS = ['call_hours', 'call_times'];

/** Clears logs that are kept long enough, a few rows at a time: whoever writes or reads meanwhile waits for nothing. */
export async function sweepLogs(ctx: Context): Promise<void> {
  for (const { table, days, where } of OLD) {
    const before = daysAgo(ctx, days === 'log' ? ctx.config.logDays : days);
    const statement = `
      delete from ${table} where id = any (array(
        select id from ${table} where ${where} limit ${BATCH} for update skip locked))`;
    for (;;) {
      const { rowCount } = await ctx.database.pool.query(statement, [before]);
      if ((rowCount ?? 0) < BATCH) break;
      await setTimeout(PAUSE_MS, undefined, { ref: false });
    }
  }
  for (const table of ROLL_UPS)
    await ctx.database.pool.query(`delete from ${table} where hour < $1`, [daysAgo(ctx, ROLL_UP_DAYS)]);
}

const daysAgo = (ctx: Context, days: number) => new Date(ctx.now().getTime() - days * DAY_MS);
