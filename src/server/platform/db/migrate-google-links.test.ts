import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { listMigrationNames, migrateDatabase } from './migrate.ts';

/** A database of the version in which an address was enough to link a second Google account. */

const OURS = join(import.meta.dirname, 'migrations');
const LAST_BEFORE = '20261117023522_connected_apps';
const id = (n: number) => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`;
const [TWICE, ONCE] = [id(1), id(2)];

let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  await pool.query('drop schema public cascade');
  await pool.query('create schema public');
  for (const name of (await listMigrationNames()).filter((each) => each <= LAST_BEFORE))
    await cp(join(OURS, name), join(folder, name), { recursive: true });
  await migrateDatabase(pool, folder);
  for (const user of [TWICE, ONCE]) {
    await pool.query('insert into users (id, email) values ($1, $2)', [user, `${user}@example.com`]);
    await pool.query(
      'insert into sessions (id, token, user_id, expires_at) values (gen_random_uuid(), gen_random_uuid(), $1, now())',
      [user],
    );
  }
  for (const [n, account, provider, user, at] of [
    [10, 'first', 'google', TWICE, '2026-01-01Z'],
    [11, 'second', 'google', TWICE, '2026-01-02Z'],
    [12, TWICE, 'credential', TWICE, '2026-01-03Z'],
    [13, 'only', 'google', ONCE, '2026-01-02Z'],
  ] as const)
    await pool.query(
      'insert into accounts (id, account_id, provider_id, user_id, created_at) values ($1, $2, $3, $4, $5)',
      [id(n), account, provider, user, at],
    );
  await migrateDatabase(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

test('of two Google links the first stays, and so does every other way in', async () => {
  const { rows } = await pool.query('select account_id from accounts order by id');
  expect(rows.map((row: { account_id: string }) => row.account_id)).toEqual(['first', TWICE, 'only']);
});

test('what the later link may have opened ends, and the audit log says so', async () => {
  const sessions = await pool.query('select user_id from sessions');
  expect(sessions.rows).toEqual([{ user_id: ONCE }]);
  const log = await pool.query('select action, subject from audit_log');
  expect(log.rows).toEqual([{ action: 'google.unlinked', subject: TWICE }]);
});
