import { vi } from 'vitest';
import type { TestServices } from './harness.ts';
import { PATIENT } from './patience.ts';

/**
 * Blocks concurrent changes on a table lock until all of them wait, then releases it: a deterministic race, independent
 * of timing. `meanwhile` runs while they wait.
 */
export async function holdBack<T>(
  services: TestServices,
  { table, waiting, meanwhile }: { table: string; waiting: number; meanwhile?: () => Promise<unknown> },
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
    await meanwhile?.();
    await client.query('commit');
    return await running;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
