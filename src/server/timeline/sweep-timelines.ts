import type { Context } from '#server/platform/context.ts';

/** Entries per project; older ones go. */
const ENTRIES_MAX = 100_000;
const BATCH = 5_000;
/** More than any screen shows. */
const DAYS_KEPT = 60;

/** Bounds the timelines: an agent that claims and puts back in a loop must not fill the disk. */
export async function sweepTimelines(ctx: Context, max = ENTRIES_MAX): Promise<void> {
  const { pool } = ctx.database;
  const before = new Date(ctx.now().getTime() - DAYS_KEPT * 86_400_000);
  await pool.query('delete from project_days where day < $1::timestamptz::date', [before]);
  const { rows } = await pool.query<{ id: string }>(
    'select project_id as id from timeline group by 1 having count(*) > $1',
    [max],
  );
  for (const { id } of rows) {
    for (;;) {
      const { rowCount } = await pool.query(CUT, [id, max, BATCH]);
      if ((rowCount ?? 0) < BATCH) break;
    }
  }
}

const CUT = `
  delete from timeline where id in (
    select id from timeline where project_id = $1 and not is_open order by at desc, id desc offset $2 limit $3)`;
