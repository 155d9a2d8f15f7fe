import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { listMigrationNames, migrateDatabase } from './migrate.ts';

/** A database of the version that stored people without a display name under an empty one. */

const OURS = join(import.meta.dirname, 'migrations');
const LAST_BEFORE = '20261118122821_what_happened';
const id = (n: number) => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`;
const [USER, PROJECT, LIST, TASK] = [id(1), id(2), id(3), id(4)];
const BY = JSON.stringify({ kind: 'user', id: USER, name: '' });
const AGENT = JSON.stringify({ kind: 'agent', id: USER, name: '' });
const QUESTION = { text: 'Oak?', asked_by: { kind: 'agent', id: USER, name: 'codex' }, answer: { by: JSON.parse(BY) } };

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
  await pool.query(`insert into users (id, email) values ($1, 'mira.k@example.com')`, [USER]);
  await pool.query(`insert into projects (id, user_id, name) values ($1, $2, 'Ship')`, [PROJECT, USER]);
  await pool.query(`insert into task_lists (id, project_id, name) values ($1, $2, 'Hull')`, [LIST, PROJECT]);
  await pool.query(
    `insert into tasks (id, project_id, task_list_id, number, order_in_parent, title, question) values ($1, $2, $3, 1, 1, 'Keel', $4)`,
    [TASK, PROJECT, LIST, JSON.stringify(QUESTION)],
  );
  await pool.query(
    `insert into notes (id, project_id, type, body, author) values
      ($1, $4, 'CONTEXT', E'Answer from : Oak.\n\nTo: Oak?', $5), ($2, $4, 'FINDING', 'Wet.', $5), ($3, $4, 'FINDING', 'Dry.', $6)`,
    [id(10), id(11), id(12), PROJECT, BY, AGENT],
  );
  await pool.query(`insert into feed (scope, seq, events, actor, at) values ($1, 1, '[]', $2, now())`, [PROJECT, BY]);
  await pool.query(
    `insert into checkpoints (id, project_id, name, reason, task_count, done_count, author) values ($1, $2, 'One', 'manual', 1, 0, $3)`,
    [id(20), PROJECT, BY],
  );
  await pool.query(
    `insert into timeline (id, project_id, at, kind, who_kind, who, data) values
      ($1, $3, now(), 'answered', 'user', '', '{}'), ($2, $3, now(), 'freed', 'agent', 'codex', '{"by": ""}')`,
    [id(30), id(31), PROJECT],
  );
  await migrateDatabase(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const read = async (query: string) => (await pool.query<{ value: unknown }>(query)).rows.map(({ value }) => value);

test('notes and the answers in them carry the name from the address, those of agents stay', async () => {
  expect(await read(`select author ->> 'name' as value from notes order by id`)).toEqual(['mira.k', 'mira.k', '']);
  expect(await read('select body as value from notes order by id')).toEqual([
    'Answer from mira.k: Oak.\n\nTo: Oak?',
    'Wet.',
    'Dry.',
  ]);
});

test('so do answers, the feed, checkpoints and the timeline', async () => {
  expect(await read(`select question #>> '{answer,by,name}' as value from tasks`)).toEqual(['mira.k']);
  expect(await read(`select actor ->> 'name' as value from feed`)).toEqual(['mira.k']);
  expect(await read(`select author ->> 'name' as value from checkpoints`)).toEqual(['mira.k']);
  expect(await read(`select who || coalesce(data ->> 'by', '') as value from timeline order by id`)).toEqual([
    'mira.k',
    'codexmira.k',
  ]);
  await expect(pool.query(`update checkpoints set name = 'Two'`)).rejects.toThrow();
});
