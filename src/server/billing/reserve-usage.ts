import { sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import type { ReservedUsage } from '#server/platform/db/tables/index.ts';
import { readUsage, requireTier } from './queries.ts';
import { type Limits, explainLimit, periodsOf } from './rules.ts';

type Period = 'day' | 'month';

/**
 * Reserves usage of the day and the month before the work begins, so that two tabs cannot both spend the last one. Over
 * a limit nothing is counted, and the error says which and until when.
 */
export async function reserveUsage(
  ctx: Context,
  tx: Tx,
  userId: Id,
  added: { prdUploads: number; taskGenerations: number },
): Promise<ReservedUsage> {
  const now = ctx.now();
  const periods = periodsOf(now);
  const use = { ...periods, ...added };
  // A use that adds nothing is never refused, not even above a limit that was lowered.
  if (added.prdUploads + added.taskGenerations === 0) return use;
  const allowance = await requireTier(tx, userId, now);
  const counted = await countUp(tx, userId, use, allowance.limits);
  if (counted.length === 2) return use;
  // Where only the month is full, the day was already counted: reverted here, so that the error does not show it.
  if (counted.length > 0) await giveBackUsage(tx, userId, use, counted);
  throw explainLimit(await readUsage(tx, userId, periods), { ...added, otherOperations: 0 }, allowance, now);
}

/**
 * One conditional upsert: a concurrent one waits for the row lock and is checked against the committed count. Lock
 * order: day before month.
 */
async function countUp(tx: Tx, userId: Id, use: ReservedUsage, limits: Limits): Promise<Period[]> {
  const { rows } = await tx.execute<{ period: Period }>(sql`
    with room (period, starts_on, prd, gen, total) as (values
      ('day', ${use.day}::date, ${limits.dailyPrdLimit}::int, ${limits.dailyTaskGenLimit}::int, ${limits.dailyTotalOperationsLimit}::int),
      ('month', ${use.month}::date, ${limits.monthlyPrdLimit}::int, ${limits.monthlyTaskGenLimit}::int, ${limits.monthlyTotalOperationsLimit}::int)
    ), added (prd, gen) as (values (${use.prdUploads}::int, ${use.taskGenerations}::int))
    insert into usage_counters as c (user_id, period, starts_on, prd_uploads, task_generations)
    select ${userId}, room.period, room.starts_on, added.prd, added.gen from room, added
    where added.prd <= room.prd and added.gen <= room.gen and added.prd + added.gen <= room.total
    order by room.period
    on conflict (user_id, period, starts_on) do update set
      prd_uploads = c.prd_uploads + excluded.prd_uploads, task_generations = c.task_generations + excluded.task_generations
    where exists (
      select from room where room.period = c.period
        and (excluded.prd_uploads = 0 or c.prd_uploads + excluded.prd_uploads <= room.prd)
        and (excluded.task_generations = 0 or c.task_generations + excluded.task_generations <= room.gen)
        and c.prd_uploads + c.task_generations + c.other_operations + excluded.prd_uploads + excluded.task_generations <= room.total)
    returning c.period`);
  return rows.map(({ period }) => period);
}

/** Refunds a reservation whose work failed, in the day and month it was counted in. */
export async function giveBackUsage(
  tx: Tx,
  userId: Id,
  use: ReservedUsage,
  periods: readonly Period[] = ['day', 'month'],
): Promise<void> {
  const rows = periods.map((period) => sql`(${period}, ${use[period]}::date)`);
  await tx.execute(sql`
    update usage_counters set
      prd_uploads = greatest(0, prd_uploads - ${use.prdUploads}), task_generations = greatest(0, task_generations - ${use.taskGenerations})
    where user_id = ${userId} and (period, starts_on) in (${sql.join(rows, sql`, `)})`);
}
