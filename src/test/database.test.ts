import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from './database.ts';

async function query(url: string, sql: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<pg.QueryResultRow>(sql)).rows;
  } finally {
    await client.end();
  }
}

it('test databases carry the migrated schema and know nothing of each other', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const [migrations] = await query(first.url, 'SELECT count(*)::int AS applied FROM migrations');
  expect(migrations?.['applied']).toBeGreaterThan(0);

  await query(first.url, 'CREATE TABLE mark (one int)');
  await expect(query(second.url, 'SELECT * FROM mark')).rejects.toMatchObject({ code: '42P01' });
  await Promise.all([first.drop(), second.drop()]);
});

it('a dropped test database is gone even while somebody is connected to it', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  client.on('error', () => undefined);
  await client.connect();
  await database.drop();
  await expect(query(database.url, 'SELECT 1')).rejects.toMatchObject({ code: '3D000' });
});
