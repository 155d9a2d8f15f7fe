import { eq, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { LimitNotice } from '#contract/subscription.ts';
import type { Database } from '#server/platform/db/client.ts';
import { agentAllowances } from '#server/platform/db/tables/index.ts';
import { type UsagePeriods, periodsOf } from '../rules.ts';

/** When the hourly allowance of a person's key is full again (GCRA); null for one that never called. */
export async function findCallsWhole(db: Database, userId: Id): Promise<Date | null> {
  const [row] = await db
    .select({ hour: agentAllowances.hour })
    .from(agentAllowances)
    .where(eq(agentAllowances.userId, userId));
  return row?.hour ?? null;
}

/** Projects have no period, and hourly mails would be too many: these are mailed once a month and once a day. */
function mailPeriod({ period }: LimitNotice, periods: UsagePeriods): { period: string; starts_on: string } {
  const by = period === 'hour' || period === 'day' ? 'day' : 'month';
  return { period: by, starts_on: periods[by] };
}

/**
 * Inserts what a person is to be mailed about, and returns what no server had in its period yet, so that each is mailed
 * at most once. Unconfirmed and suspended accounts are left out.
 */
export async function enterNotices(
  db: Database,
  userId: Id,
  reached: readonly LimitNotice[],
  now: Date,
): Promise<{ email: string; entered: LimitNotice[] }> {
  const periods = periodsOf(now);
  const rows = reached.map((each) => ({ limit_name: each.limit, ...mailPeriod(each, periods) }));
  const { rows: told } = await db.execute<{ limit_name: string; period: string; email: string }>(sql`
    with reader as (select id, email from users where id = ${userId} and email_verified and status = 'active'),
    added as (
      insert into limit_notices (user_id, limit_name, period, starts_on, created_at)
      select reader.id, r.limit_name, r.period, r.starts_on, ${now.toISOString()}::timestamptz
      from reader, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (limit_name text, period text, starts_on date)
      on conflict do nothing
      returning limit_name, period
    )
    select added.limit_name, added.period, reader.email from added, reader`);
  const isEntered = (each: LimitNotice) => {
    const { period } = mailPeriod(each, periods);
    return told.some((row) => row.limit_name === each.limit && row.period === period);
  };
  return { email: told[0]?.email ?? '', entered: reached.filter(isEntered) };
}
