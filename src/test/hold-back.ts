import { vi } from 'vitest';
import type { TestServices } from './harness.ts';

/**
 * Blocks concurrent changes on a table lock until all of them wait, then releases it: a deterministic race, independent
 * of timing.
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
    await vi.waitFor(
      async () => {
        // On another connection: within a transaction the statistics are cached.
        const { rows } = await services.database.pool.query<{ count: number }>(
          "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        );
        if ((rows[0]?.count ?? 0) < waiting) throw new Error('not all of them wait yet');
      },
      { timeout: 20_000 },
    );
    await client.query('commit');
    return await running;
  } finally {
    await client.query('rollback');
    client.release();
  }
}
