import { vi } from 'vitest';
import type { TestServices } from './harness.ts';
import { PATIENT } from './patience.ts';

/**
 * Lets changes that write to a table run until all of them wait, and only then go on: they meet in the middle every time,
 * not just when the machine happens to be slow.
 */
export async function holdBack<T>(
  services: TestServices,
  { table, waiting }: { table: string; waiting: number },
  work: () => Promise<T>,
): Promise<T> {
  const client = await services.database.pool.connect();
  try {
    await client.query(`begin; lock table ${table} in share mode`);
    const running = work();
    await vi.waitFor(async () => {
      // Not by the client that holds the lock: within a transaction the list of connections stands still.
      const { rows } = await services.database.pool.query<{ count: number }>(
        "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if ((rows[0]?.count ?? 0) < waiting) throw new Error('not all of them wait yet');
    }, PATIENT);
    await client.query('commit');
    return await running;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
