import type { Context } from '#server/platform/context.ts';
import { MONTHS_KEPT_DAYS, daysAgo, sweepRows } from '#server/platform/sweep-rows.ts';
import { ANSWERS_KEPT_MS } from './rules.ts';

const BATCH = 200;

/**
 * Cached answers and previews are kept for a day of retries; failed runs as long as logs, charged ones as long as usage
 * is shown.
 */
export async function sweepChunks(ctx: Context): Promise<void> {
  const answered = new Date(ctx.now().getTime() - ANSWERS_KEPT_MS);
  await sweepRows(ctx, { table: 'generation_chunks', where: 'created_at < $1', before: answered });
  const table = 'generation_runs';
  await sweepRows(ctx, {
    table,
    where: `status = 'failed' and finished_at < $1`,
    before: daysAgo(ctx, ctx.config.logDays),
  });
  await sweepRows(ctx, { table, where: 'finished_at < $1', before: daysAgo(ctx, MONTHS_KEPT_DAYS) });
  for (;;) {
    const { rowCount } = await ctx.database.pool.query(CLEAR, [answered]);
    if ((rowCount ?? 0) < BATCH) return;
  }
}

const CLEAR = `
  update generation_runs set answer = null where id = any (array(
    select id from generation_runs where kind = 'preview' and answer is not null and finished_at < $1
    limit ${BATCH} for update skip locked))`;
