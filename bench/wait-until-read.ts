import type pg from 'pg';

/**
 * What a server and its database do within minutes of a large import: the search has read all texts (rows that were put in
 * behind the server's back it finds on its next round), and autovacuum has been there.
 */
export async function waitUntilRead(database: pg.ClientBase | pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ n: number }>('select count(*)::int as n from search_queue');
    if (rows[0]?.n === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await database.query('vacuum analyze');
}
