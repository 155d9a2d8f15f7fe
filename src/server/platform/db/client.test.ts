import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { openTestServices } from '#test/harness.ts';

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
