import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { openTestServices } from '#test/harness.ts';
import { createLogger } from '../log.ts';
import { connectDatabase } from './client.ts';

test('days and hours are by UTC, whatever the zone of the database', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(
    `do $$ begin execute format('alter database %I set timezone to %L', current_database(), 'Asia/Tokyo'); end $$`,
  );
  await owner.end();
  const services = await openTestServices({ databaseUrl: database.url });
  onTestFinished(() => services.dispose());
  const { rows } = await services.database.pool.query(
    `select '2026-11-01'::timestamptz = '2026-11-01T00:00:00Z'::timestamptz as same`,
  );
  expect(rows).toEqual([{ same: true }]);
});

test('a failed statement keeps its connection, a terminated one is replaced', async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const { pool, close } = connectDatabase(database.url, { max: 1, log: createLogger('silent') });
  onTestFinished(close);
  const backend = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  const first = await backend();
  await expect(pool.query('select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' });
  expect(await backend()).toBe(first);
  await expect(pool.query('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow();
  expect(await backend()).not.toBe(first);
});
