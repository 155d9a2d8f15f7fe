import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { listMigrationNames, migrateDatabase } from './migrate.ts';

/** A database of the version that kept a row for each event. */

const OURS = join(import.meta.dirname, 'migrations');
const LAST_BEFORE = '20261117130526_count_all_that_is_kept';
const id = (n: number) => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`;
const [USER, PROJECT, TASK, NOTE] = [id(1), id(2), id(3), id(4)];
const SCOPE = `project:${PROJECT}`;
const STATUS = { task_id: TASK, previous_status: 'open', new_status: 'done' };
const TOLD = [
  ['project.created', { id: PROJECT, name: 'Ship' }, null],
  ['task.created', { id: TASK, title: 'Keel “1”' }, TASK],
  ['task.status_changed', STATUS, TASK],
  ['note.created', { id: NOTE, task_id: TASK, body: 'Wet.' }, TASK],
  ['note.created', { id: NOTE, task_id: null, body: 'Dry.' }, null],
] as const;

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
  await pool.query(
    `insert into users (id, name, email, email_verified) values ($1, 'Mira', 'mira@example.com', true)`,
    [USER],
  );
  await pool.query(`insert into projects (id, user_id, name) values ($1, $2, 'Ship')`, [PROJECT, USER]);
  await pool.query(
    `insert into feed_heads (scope, seq, first_seq, kept_bytes) values ($1, 9, 5, 77), ('user:x', 0, 1, 0)`,
    [SCOPE],
  );
  for (const [place, [type, data]] of TOLD.entries())
    await pool.query(
      `insert into events (scope, seq, type, data, actor, created_at) values ($1, $2, $3, $4, '{"kind": "user"}', $5)`,
      [SCOPE, 5 + place, type, JSON.stringify(data), new Date(Date.UTC(2026, 0, 1 + place))],
    );
  await migrateDatabase(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

test('what was told comes over with its numbers and times, and is found by its task', async () => {
  const { rows } = await pool.query('select seq::int, type, data, created_at, task_id from events order by seq');
  expect(rows).toEqual(
    TOLD.map(([type, data, task_id], place) => ({
      seq: 5 + place,
      type,
      data,
      created_at: new Date(Date.UTC(2026, 0, 1 + place)),
      task_id,
    })),
  );
});

test('a change of status that has its line among the notes is not one to draw another line from', async () => {
  const { rows } = await pool.query('select type from events where is_noted');
  expect(rows).toEqual([{ type: 'task.status_changed' }]);
});

test('what a feed keeps is counted anew, and the next event goes on with the numbers', async () => {
  const heads = 'select scope, seq::int, kept_bytes::int as bytes from feed_heads order by scope';
  const { rows: summed } = await pool.query<{ bytes: number }>(
    'select sum(octet_length(events::text) + 512)::int as bytes from feed',
  );
  expect((await pool.query(heads)).rows).toEqual([
    { scope: SCOPE, seq: 9, bytes: summed[0]?.bytes },
    { scope: 'user:x', seq: 0, bytes: 0 },
  ]);
  const { rows } = await pool.query<{ seq: number }>(
    `select append_feed($1, '[{"type": "a", "data": 1}, {"type": "b", "data": 2}]', '{}', null, now())::int as seq`,
    [SCOPE],
  );
  expect(rows).toEqual([{ seq: 11 }]);
  const { rows: told } = await pool.query('select seq::int, type from events where row_seq = 11 order by seq');
  expect(told).toEqual([
    { seq: 10, type: 'a' },
    { seq: 11, type: 'b' },
  ]);
});

test('a project that goes takes all that was told of it along', async () => {
  await pool.query('delete from projects');
  const { rows } = await pool.query(
    `select (select count(*)::int from feed) as rows, (select count(*)::int from feed_heads) as heads`,
  );
  expect(rows).toEqual([{ rows: 0, heads: 1 }]);
});
