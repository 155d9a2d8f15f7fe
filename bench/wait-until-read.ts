import type pg from 'pg';

/**
 * The search's index is made behind what is written: what was imported a moment ago is still being read. Tells how many
 * seconds that took, and leaves the tables as a quiet night does.
 */
export async function waitUntilRead(database: Pick<pg.Client, 'query'>): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { rows } = await database.query<{ n: number }>('select count(*)::int as n from search_queue');
    if (rows[0]?.n === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const seconds = (performance.now() - began) / 1_000;
  await database.query('vacuum analyze');
  return seconds;
}
