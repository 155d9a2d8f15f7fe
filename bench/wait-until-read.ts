import type pg from 'pg';

/** Waits for background indexing of imported texts, returns its seconds, and vacuums the tables. */
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
