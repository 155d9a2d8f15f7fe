import type pg from 'pg';
import type { Context } from '#server/platform/context.ts';

/** Entries per project; older ones go. */
const ENTRIES_MAX = 100_000;
const BATCH = 5_000;
const DAY_MS = 86_400_000;
const KEPT_DAYS = 400;
/** More than any screen shows. */
const COUNTS_KEPT_DAYS = 60;

/** Bounds the timelines: an agent that claims and puts back in a loop must not fill the disk. */
export async function sweepTimelines(ctx: Context, max = ENTRIES_MAX): Promise<void> {
  const { pool } = ctx.database;
  const before = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS);
  await pool.query('delete from project_days where day < $1::timestamptz::date', [before(COUNTS_KEPT_DAYS)]);
  await pool.query(OLD, [before(KEPT_DAYS)]);
  const { rows } = await pool.query<{ id: string }>(
    'select project_id as id from timeline group by 1 having count(*) > $1',
    [max],
  );
  for (const { id } of rows) await deleteInBatches(pool, CUT, [id, max, BATCH]);
  // At once and not after the retention of deleted projects: entries are not counted as storage, so that creating and
  // deleting projects in a loop could fill the disk.
  const { rows: deleted } = await pool.query<{ id: string }>(DELETED);
  for (const { id } of deleted) await deleteInBatches(pool, ALL, [id, BATCH]);
}

async function deleteInBatches(pool: pg.Pool, statement: string, values: unknown[]): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(statement, values);
    if ((rowCount ?? 0) < BATCH) return;
  }
}

/** By project, where the index is. */
const OLD = `
  delete from timeline t using timeline_heads h where t.project_id = h.project_id and t.at < $1`;

const CUT = `
  delete from timeline where id in (
    select id from timeline where project_id = $1 and not is_open order by at desc, id desc offset $2 limit $3)`;

const DELETED = `
  select p.id from projects p where p.deleted_at is not null and exists (select from timeline t where t.project_id = p.id)`;

const ALL = 'delete from timeline where id in (select id from timeline where project_id = $1 limit $2)';
