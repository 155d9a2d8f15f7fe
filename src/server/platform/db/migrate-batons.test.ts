import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { listMigrationNames, migrateDatabase } from './migrate.ts';

/**
 * A database of the version that had plans and batons, but no agents: with work in progress, in every state a plan has.
 */

const OURS = join(import.meta.dirname, 'migrations');
const LAST_BEFORE = '20261115163652_guard_the_plan';
const id = (n: number) => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`;
const [USER, PROJECT, FIRST, BELOW, LATER] = [id(1), id(2), id(3), id(4), id(5)];

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
  await fill();
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function fill(): Promise<void> {
  await pool.query(
    `insert into users (id, name, email, email_verified) values ('${USER}', 'Mira', 'mira@example.com', true)`,
  );
  await pool.query(
    `insert into projects (id, user_id, name, baton_slots, last_fence, last_task_number) values ('${PROJECT}', '${USER}', 'Ship', 2, 7, 7)`,
  );
  await pool.query(`insert into task_lists (id, project_id, parent_task_id, name, depth, created_at) values
    ('${FIRST}', '${PROJECT}', null, 'Hull', 0, '2026-01-01Z'), ('${LATER}', '${PROJECT}', null, 'Later', 0, '2026-01-02Z')`);
  const task = (n: number, list: string, status: string, more = { level: 0, isGone: false }) =>
    pool.query(
      `insert into tasks (id, project_id, task_list_id, number, title, status, order_in_parent, level, is_completed, completed_at, deleted_at, agent_lock)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        id(100 + n),
        PROJECT,
        list,
        n,
        `Task ${n}`,
        status,
        n * 1_024,
        more.level,
        status === 'done',
        status === 'done' ? '2026-01-03Z' : null,
        more.isGone ? '2026-01-04Z' : null,
        status === 'wip' ? '2026-01-03Z' : null,
      ],
    );
  await task(1, FIRST, 'open');
  await pool.query(
    `insert into task_lists (id, project_id, parent_task_id, name, depth) values ('${BELOW}', '${PROJECT}', '${id(101)}', 'Task 1', 1)`,
  );
  await task(2, BELOW, 'done', { level: 1, isGone: false });
  await task(3, BELOW, 'wip', { level: 1, isGone: false });
  await task(4, BELOW, 'open', { level: 1, isGone: true });
  await task(5, FIRST, 'wip');
  await task(6, LATER, 'open');
  await task(7, LATER, 'done');
  const baton = (slot: number, n: number, kind: string, name: string, fence: number) =>
    pool.query(
      `insert into batons (project_id, slot, task_id, holder, holder_key, fence, taken_at, last_call_at, expires_at, beats)
       values ($1, $2, $3, $4, $5, $6, '2026-01-03Z', '2026-01-03Z', '2026-01-03T00:30Z', $7)`,
      [
        PROJECT,
        slot,
        id(100 + n),
        { kind, id: USER, name },
        `${kind}:${USER}:${name}`,
        fence,
        Array.from({ length: 24 }, () => 0),
      ],
    );
  await baton(1, 3, 'agent', 'claude', 6);
  await baton(2, 5, 'agent', 'codex', 7);
}

test('work in progress is carried over: who holds what stays, and counts and the next task are right at once', async () => {
  const before = await pool.query('select * from batons order by slot');
  const { applied } = await migrateDatabase(pool);
  expect(applied).toEqual((await listMigrationNames()).filter((name) => name > LAST_BEFORE));

  const { rows: held } = await pool.query('select * from batons order by slot');
  expect(held).toEqual(
    before.rows.map((row: { holder_key: string }) => ({
      ...row,
      client_key: row.holder_key,
      // No token was issued for it: continuing needs a takeover.
      token_hash: '',
      done_means: 'word',
      is_expiry_told: false,
      run_id: null,
      delivered: null,
    })),
  );
  const { rows: lanes } = await pool.query(
    'select root_list_id as list, project_id as project, open, wip, done from lane_states order by 1',
  );
  expect(lanes).toEqual([
    { list: FIRST, project: PROJECT, open: 1, wip: 2, done: 1 },
    { list: LATER, project: PROJECT, open: 1, wip: 0, done: 1 },
  ]);
  const { rows: next } = await pool.query('select next_ready($1) as id', [PROJECT]);
  expect(next).toEqual([{ id: id(106) }]);
  const { rows: tasks } = await pool.query('select blocked_reason, handover from tasks');
  expect(tasks).toEqual(Array.from({ length: 7 }, () => ({ blocked_reason: null, handover: null })));
});

test('and what comes after is counted on from there', async () => {
  await migrateDatabase(pool);
  await pool.query(`update tasks set status = 'open', agent_lock = null where id = $1`, [id(105)]);
  await pool.query(`delete from batons where slot = 2`);
  const { rows } = await pool.query('select open, wip, done from lane_states where root_list_id = $1', [FIRST]);
  expect(rows).toEqual([{ open: 2, wip: 1, done: 1 }]);
  const { rows: next } = await pool.query('select next_ready($1) as id', [PROJECT]);
  // Somebody still works in the first list: with two slots, the next claim starts in another.
  expect(next).toEqual([{ id: id(106) }]);
});
