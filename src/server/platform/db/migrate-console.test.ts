import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { createErrorLog } from '../error-log.ts';
import { createLogger } from '../log.ts';
import { listMigrationNames, migrateDatabase } from './migrate.ts';

/** A database of the version before the console: with ungrouped errors, and with accounts. */

const OURS = join(import.meta.dirname, 'migrations');
const LAST_BEFORE = '20261116051421_payments';

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
  await pool.query(`insert into users (id, email, status)
    select gen_random_uuid(), 'user-' || n, case when n = 1 then 'suspended' else 'active' end from generate_series(1, 3) n`);
  await pool.query(`insert into error_logs (id, level, category, message, fingerprint, resolved, timestamp)
    select gen_random_uuid(), e.level, 'api', e.message, 'old', e.resolved, e.at::timestamptz from (values
      ('error', 'row 17 of 01890a5d-ac96-774b is locked', true, '2026-01-01Z'),
      ('error', 'row 4 of 01890a5d-ffff-774b is locked', false, '2026-01-02Z'),
      ('critical', 'row 4 of 01890a5d-ffff-774b is locked', true, '2026-01-03Z')) as e (level, message, resolved, at)`);
  await pool.query(`insert into projects (id, user_id, name, created_at, deleted_at)
    select gen_random_uuid(), u.id, 'P', '2026-01-05T23:59:59.999Z', d.at from users u,
      (values (null::timestamptz), (now())) as d (at) where email = 'user-1'`);
  await pool.query(`insert into mcp_logs (id, user_id, command, status_code, response_time_ms, agent, bytes_out, inserted_at)
    select gen_random_uuid(), u.id, 'orient', c.status, c.ms, 'codex', 1, c.at from users u,
      (values (200, 3, now()), (500, 1234, now()), (200, 3, now() - interval '9 days')) as c (status, ms, at)
    where email = 'user-1'`);
  await migrateDatabase(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

test('errors that are there are brought into groups, which go on when the error happens again', async () => {
  const groups = async () =>
    (await pool.query('select level, seen, resolved, message from error_groups order by level desc')).rows;
  expect(await groups()).toEqual([
    { level: 'error', seen: 2, resolved: false, message: 'row 4 of 01890a5d-ffff-774b is locked' },
    { level: 'critical', seen: 1, resolved: true, message: 'row 4 of 01890a5d-ffff-774b is locked' },
  ]);
  const counts = async () =>
    (await pool.query('select level, resolved, n::int from error_counts where n <> 0 order by level desc')).rows;
  expect(await counts()).toEqual([
    { level: 'error', resolved: false, n: 1 },
    { level: 'critical', resolved: true, n: 1 },
  ]);
  const log = createErrorLog(pool, createLogger('silent'), () => new Date('2026-01-04Z'));
  for (const level of ['error', 'critical'] as const)
    log.record({ level, category: 'api', error: 'row 99 of 01890a5d-0000-774b is locked' });
  await log.flush();
  expect(await groups()).toMatchObject([
    { level: 'error', seen: 3 },
    { level: 'critical', seen: 2, resolved: false },
  ]);
  expect(await counts()).toEqual([
    { level: 'error', resolved: false, n: 1 },
    { level: 'critical', resolved: false, n: 1 },
  ]);
  expect((await pool.query('select 1 from error_logs e join error_groups g on g.id = e.group_id')).rows).toHaveLength(
    5,
  );
});

test('accounts that are there are counted', async () => {
  const { rows } = await pool.query('select status, sum(n)::int as n from user_counts group by status order by status');
  expect(rows).toEqual([
    { status: 'active', n: 2 },
    { status: 'suspended', n: 1 },
  ]);
});

test('projects, days and calls that are there are counted, and counting goes on', async () => {
  const live = 'select sum(n)::int as n from project_counts';
  expect((await pool.query(live)).rows).toEqual([{ n: 1 }]);
  const days = `select day::text, sum(n)::int as n from day_counts where subject = 'projects' group by day`;
  expect((await pool.query(days)).rows).toEqual([{ day: '2026-01-05', n: 2 }]);
  const people = `select sum(n)::int as n from day_counts where subject = 'accounts'`;
  expect((await pool.query(people)).rows).toEqual([{ n: 3 }]);
  const calls = 'select sum(calls)::int as calls, sum(errors)::int as errors from call_hours';
  expect((await pool.query(calls)).rows).toEqual([{ calls: 2, errors: 1 }]);
  const times = 'select command, ms, calls from call_times order by ms';
  const filled = [
    { command: 'orient', ms: 3, calls: 1 },
    { command: 'orient', ms: 1300, calls: 1 },
  ];
  expect((await pool.query(times)).rows).toEqual(filled);
  // Written as by an older server that is still running.
  await pool.query(`insert into mcp_logs select gen_random_uuid(), user_id, project_id, command, status_code, response_time_ms,
    agent, bytes_out, inserted_at from mcp_logs where response_time_ms = 1234`);
  expect((await pool.query(calls)).rows).toEqual([{ calls: 3, errors: 2 }]);
  expect((await pool.query(times)).rows).toEqual([filled[0], { ...filled[1], calls: 2 }]);
});

test('where the extension is out of reach, everything but the index by parts is there', async () => {
  const indexes = (from: Pick<pg.Pool, 'query'>) =>
    from.query(`select 1 from pg_indexes where indexname = 'users_email_parts'`).then(({ rows }) => rows.length);
  expect(await indexes(pool)).toBe(1);
  const other = await createTestDatabase();
  const without = new pg.Pool({ connectionString: other.url });
  await without.query('drop schema public cascade');
  await without.query('drop extension if exists pg_trgm');
  await without.query('create schema elsewhere');
  await without.query('create extension pg_trgm schema elsewhere');
  await without.query('create schema public');
  await migrateDatabase(without);
  expect(await indexes(without)).toBe(0);
  await without.query(`insert into users (id, email) values (gen_random_uuid(), 'someone')`);
  await without.end();
  await other.drop();
});
