import type pg from 'pg';

/** How many sessions of this database wait for a lock at this moment. */
export async function countLockWaits(client: pg.Client): Promise<number> {
  // Within a transaction PostgreSQL would repeat what the first look has seen.
  await client.query('select pg_stat_clear_snapshot()');
  const { rowCount } = await client.query(
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rowCount ?? 0;
}
