import type pg from 'pg';

/** How many sessions of this database currently wait for a lock, in statements like this. */
export async function countLockWaits(client: pg.ClientBase, like = '%'): Promise<number> {
  // Within a transaction PostgreSQL caches the statistics.
  await client.query('select pg_stat_clear_snapshot()');
  const { rowCount } = await client.query(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and query like $1`,
    [like],
  );
  return rowCount ?? 0;
}
