import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { hashPassword } from '#server/auth/hash-password.ts';
import { listMigrationNames, migrateDatabase } from '#server/platform/db/migrate.ts';
import { CLIENT_PASSWORD } from './api-client.ts';

const MIGRATIONS = join(import.meta.dirname, '../server/platform/db/migrations');

/** The last migration of a version that people may still have, oldest first. */
export const OLDER_SCHEMAS = {
  'the first version': '20261115133656_clear_feeds_and_guard_audit',
  'the first version with plans': '20261115163652_guard_the_plan',
  'the first version with agents': '20261115222908_watch_the_batons',
  'the version before batons had tokens': '20261116194142_keep_the_role_of_every_line',
} as const;
export type OlderSchema = keyof typeof OLDER_SCHEMAS;

/** Who and what is in every older instance. */
export const OLDER = {
  email: 'mira@example.com',
  project: 'Harbour',
  lists: ['Hull', 'Caulking', 'Rigging'],
  /** In the order of the plan, with what became of each: work in progress that nobody held is open again. */
  tasks: { 'Lay the keel': 'done', 'Bend the planks': 'open', 'Tar the seams': 'open', 'Splice the shrouds': 'open' },
  note: 'The keel is of “oak”, 12 m long.\u2028Measured twice.',
} as const;

const id = (n: number) => `01890a5d-ac96-774b-bcce-${String(n).padStart(12, '0')}`;
const [USER, PROJECT, HULL, RIGGING, CAULKING] = [id(1), id(2), id(3), id(4), id(5)];
const [KEEL, PLANKS, SHROUDS, SEAMS] = [id(11), id(12), id(13), id(14)];
const ACTOR = JSON.stringify({ kind: 'user', id: USER, name: 'Mira' });

/** An instance as that version left it, in a database without tables. */
export async function makeOlderInstance(pool: pg.Pool, schema: OlderSchema): Promise<void> {
  for (const [at, name] of Object.entries(OLDER_SCHEMAS)) {
    await migrateTo(pool, name);
    await FILL[at as OlderSchema]?.(pool);
    if (at === schema) return;
  }
}

async function migrateTo(pool: pg.Pool, last: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    const names = (await listMigrationNames()).filter((name) => name <= last);
    for (const name of names) await cp(join(MIGRATIONS, name), join(folder, name), { recursive: true });
    await migrateDatabase(pool, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What was written while that version ran. */
const FILL: Partial<Record<OlderSchema, (pool: pg.Pool) => Promise<void>>> = {
  'the first version': fillFirst,
  'the first version with plans': fillPlan,
  'the first version with agents': fillAgents,
};

async function fillFirst(pool: pg.Pool): Promise<void> {
  const query = (sql: string, ...values: unknown[]) => pool.query(sql, values);
  await query(
    `insert into users (id, name, email, email_verified, is_admin) values ($1, 'Mira', $2, true, true)`,
    USER,
    OLDER.email,
  );
  await query(
    `insert into accounts (id, account_id, provider_id, user_id, password) values ($1, $2, 'credential', $3, $4)`,
    id(6),
    USER,
    USER,
    await hashPassword(CLIENT_PASSWORD),
  );
  await query(`insert into user_subscriptions (user_id, tier_id) values ($1, 'free')`, USER);
  await query(
    `insert into projects (id, user_id, name, description) values ($1, $2, $3, 'A boat')`,
    PROJECT,
    USER,
    OLDER.project,
  );
  await query(
    `insert into task_lists (id, project_id, name, operational_brief, created_at)
     values ($1, $3, 'Hull', 'Watertight.', '2026-11-15T12:00Z'), ($2, $3, 'Rigging', '', '2026-11-15T12:01Z')`,
    HULL,
    RIGGING,
    PROJECT,
  );
  await query(
    `insert into tasks (id, project_id, task_list_id, title, description, status, order_in_parent, is_completed, agent_lock, created_at)
     values ($1, $5, $6, 'Lay the keel', 'Of oak.', 'done', 1024, true, null, '2026-11-15T12:02Z'),
       ($2, $5, $6, 'Bend the planks', '', 'open', 2048, false, null, '2026-11-15T12:03Z'),
       ($3, $5, $7, 'Splice the shrouds', '', 'wip', 1024, false, '2026-11-15T12:30Z', '2026-11-15T12:04Z'),
       ($4, $5, $6, 'Tar the seams', '', 'open', 1024, false, null, '2026-11-15T12:05Z')`,
    KEEL,
    PLANKS,
    SHROUDS,
    SEAMS,
    PROJECT,
    HULL,
    RIGGING,
  );
  await query(
    `insert into task_lists (id, project_id, parent_task_id, name, depth) values ($1, $2, $3, 'Caulking', 1)`,
    CAULKING,
    PROJECT,
    PLANKS,
  );
  await query('update tasks set task_list_id = $1, level = 1 where id = $2', CAULKING, SEAMS);
  await query(
    `insert into notes (id, project_id, task_id, type, body) values ($1, $2, $3, 'FINDING', $4), ($5, $2, null, 'CONTEXT', 'A small harbour.')`,
    id(21),
    PROJECT,
    KEEL,
    OLDER.note,
    id(22),
  );
  await query(`insert into feed_heads select 'project:' || id, 5 from projects`);
  await query(
    `insert into events (scope, seq, type, data, actor, created_at)
     select 'project:' || p.id, 1, 'project.created', to_jsonb(p), $1::jsonb, '2026-11-15T12:00Z'::timestamptz from projects p
     union all
     select 'project:' || (t).project_id, n + 1, 'task.created', to_jsonb(t), $1::jsonb, '2026-11-15T12:05Z'
     from (select t, row_number() over (order by id) as n from tasks t) as numbered (t, n)`,
    ACTOR,
  );
  await query(`insert into audit_log (id, actor, action) values ($1, $2, 'admin.granted')`, id(23), ACTOR);
}

async function fillPlan(pool: pg.Pool): Promise<void> {
  const query = (sql: string, ...values: unknown[]) => pool.query(sql, values);
  await query(
    `insert into prd_versions (id, project_id, version, filename, content) values ($1, $2, 1, 'boat.md', E'# Boat\\n\\n## Hull\\n\\n- It floats.\\n')`,
    id(31),
    PROJECT,
  );
  await query(
    'insert into task_dependencies (project_id, task_id, depends_on_id) values ($1, $2, $3)',
    PROJECT,
    SHROUDS,
    KEEL,
  );
  await query(
    `insert into checkpoints (id, project_id, name, reason, snapshot, task_count, done_count, author)
     select $1, $2, 'Keel laid', 'manual', $3, 0, 0, $4`,
    id(32),
    PROJECT,
    JSON.stringify({ version: 1, task_lists: [], tasks: [], dependencies: [], note_ids: [], prd: null }),
    ACTOR,
  );
}

async function fillAgents(pool: pg.Pool): Promise<void> {
  const query = (sql: string, ...values: unknown[]) => pool.query(sql, values);
  await query(
    `insert into users_api_key (user_id, api_key_hash, masked_key) values ($1, 'of a key that is lost', 'bato••••wxyz')`,
    USER,
  );
  await query(
    `insert into mcp_logs (id, user_id, project_id, command, status_code, response_time_ms, agent, bytes_out, inserted_at)
     values ($1, $2, $3, 'orient', 200, 3, 'claude-code', 812, '2026-11-15T23:00Z')`,
    id(41),
    USER,
    PROJECT,
  );
}
