import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { listMigrationNames, migrateDatabase } from './migrate.ts';

/** A database of the version whose checkpoints each held the whole plan. */

const OURS = join(import.meta.dirname, 'migrations');
const LAST_BEFORE = '20261117023522_connected_apps';
const id = (n: number) => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`;
const [USER, PROJECT, LIST] = [id(1), id(2), id(3)];

const snapshot = (title: string) => ({
  version: 1,
  task_lists: [{ id: LIST, name: 'Hull', depth: 0 }],
  tasks: [1, 2, 40].map((number) => ({ id: id(100 + number), number, title: number === 40 ? title : 'Plank “1”' })),
  dependencies: [{ task_id: id(140), depends_on_id: id(101) }],
  note_ids: [id(300), id(301)],
  prd: null,
});

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
  await pool.query(`insert into task_lists (id, project_id, name, depth) values ($1, $2, 'Hull', 0)`, [LIST, PROJECT]);
  for (const [n, title] of ['First', 'First', 'x'.repeat(9_000)].entries())
    await pool.query(
      `insert into checkpoints (id, project_id, name, reason, snapshot, task_count, done_count, author)
       values ($1, $2, 'Kept', 'manual', $3, 3, 0, '{"kind": "user"}')`,
      [id(200 + n), PROJECT, JSON.stringify(snapshot(title))],
    );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

test('what old checkpoints hold comes over whole, is stored once, and is counted', async () => {
  await migrateDatabase(pool);
  const { rows } = await pool.query<{ snapshot: object }>(
    'select baton_snapshot(id) as snapshot from checkpoints order by id',
  );
  expect(rows.map((row) => row.snapshot)).toEqual([snapshot('First'), snapshot('First'), snapshot('x'.repeat(9_000))]);
  const { rows: pieces } = await pool.query<{ n: number }>('select count(*)::int as n from checkpoint_pieces');
  // Lists, the small tasks, the last task twice, dependencies, notes.
  expect(pieces[0]?.n).toBe(6);
  const { rows: counted } = await pool.query(
    `select s.checkpoints::int as counted,
       (select sum(500 + length(name) + length(author::text)) from checkpoints)::int + (select sum(200 + bytes) from checkpoint_pieces)::int
         + (select 100 * count(*) from checkpoint_parts)::int as summed
     from project_sizes s`,
  );
  expect(counted[0].counted).toBe(counted[0].summed);
  const { rows: tiers } = await pool.query('select id, storage_mb from subscription_tiers order by id');
  expect(tiers).toEqual([
    { id: 'free', storage_mb: 50 },
    { id: 'pro', storage_mb: 1_000 },
  ]);
});

test('and the last checkpoint that has a piece takes it along', async () => {
  await migrateDatabase(pool);
  await pool.query('delete from checkpoints where id = $1', [id(202)]);
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from checkpoint_pieces');
  expect(rows[0]?.n).toBe(5);
});
