import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type TestUser, addExample, addUser } from '#test/builders.ts';
import { createTestDatabase } from '#test/database.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { rowHashes } from '#test/row-hashes.ts';
import { BATCH_CHARACTERS } from './format.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

const AGENT_TABLES = ['users_api_key', 'mcp_logs', 'agent_sightings', 'agent_allowances', 'baton_losses', 'batons'];

const SNAPSHOT = {
  version: 1,
  task_lists: [{ id: 'a', name: 'Hull' }],
  tasks: [1, 2, 40].map((number) => ({ id: `t${number}`, number, title: 'Plank “1”', status: 'done' })),
  dependencies: [{ task_id: 't40', depends_on_id: 't2' }],
  note_ids: [],
  prd: null,
};

let services: TestServices;
let archive: Buffer;

beforeAll(async () => {
  services = await openTestServices();
  const user = await addUser(services, { name: 'Mira \u2028“Кovač” 🏃\u2029', tier: 'pro' });
  await addExample(services, user);
  await addAgentRows(user);
  await services.database.pool.query(
    `with error as (
       select '01890a5d-ac96-774b-bcce-b302099a8057'::uuid as id, E'two\\nlines "quoted" \\\\' as message,
         '{"big": 12345678901234567890.5, "none": null}'::jsonb as context
     ), grouped as (
       insert into error_groups (id, fingerprint, level, category, message, seen, first_seen, last_seen, context)
       select id, left(encode(sha256(convert_to(E'error\\napi\\n' || message, 'UTF8')), 'hex'), 16), 'error', 'api', message,
         1, now(), now(), context from error
     )
     insert into error_logs (id, group_id, level, category, message, context, timestamp)
     select id, id, 'error', 'api', message, context, now() from error`,
  );
  await services.database.pool.query(
    `insert into audit_log (id, actor, action) values (gen_random_uuid(), '{"kind": "system"}', 'backup.taken')`,
  );
  await services.database.pool.query(`insert into feed_heads values ('user:x', 9007199254740993)`);
  await services.database.pool.query(
    `select baton_keep_checkpoint(gen_random_uuid(), id, 'Before “it”', 'manual', '{"kind": "user"}', now(), $1) from projects`,
    [SNAPSHOT],
  );
  archive = await buffer(writeBackup(services.database.pool, services.now()));
});
afterAll(() => services.dispose());

/** At least one row in each table that agents write to. */
async function addAgentRows(user: TestUser): Promise<void> {
  const query = (text: string, ...values: unknown[]) => services.database.pool.query(text, [user.id, ...values]);
  await query(`insert into users_api_key (user_id, api_key_hash, masked_key) values ($1, 'hash', 'bato••••wxyz')`);
  await query(
    `insert into mcp_logs (id, user_id, project_id, command, status_code, response_time_ms, agent, bytes_out, inserted_at)
     select gen_random_uuid(), $1, id, 'orient', 200, 3, 'Claude “Code”', 812, now() from projects`,
  );
  await query(
    `insert into agent_sightings (project_id, agent, first_call_at, last_call_at, calls, problem)
     select id, 'codex', now(), now(), 9007199254740993, 'two' || chr(10) || 'lines' from projects where user_id = $1`,
  );
  await query(
    `insert into prd_roles (project_id, key, scope, role, excerpt, set_by, set_at)
     select id, '0123456789abcdef', 'section', 'limit', '“Non-goals”', '{"kind": "user", "id": null, "name": "Mira"}', now()
     from projects where user_id = $1`,
  );
  await query(
    `insert into prd_readings (project_id, version, revision, read_revision, reading, counts, work)
     select id, 1, 3, 2, '{"title": null}', '{"work": 2}', '[{"ids": ["r-1"], "lines": 2}]' from projects where user_id = $1
     on conflict (project_id) do update set
       version = excluded.version, reading = excluded.reading, counts = excluded.counts, work = excluded.work`,
  );
  await query(`insert into agent_allowances (user_id, hour, minute) values ($1, now(), now())`);
  await query(
    `insert into baton_losses (project_id, holder_key, client_key, fence, task_number, by, reason)
     select id, 'agent:x:codex', 'agent:x:codex', 9007199254740993, 1, 'Mira', 'Wrong branch' from projects where user_id = $1`,
  );
  await query(
    `update tasks set blocked_reason = 'No “oak”', handover = '{"holder": "codex", "reason": "The lease ran out."}'
     where id = (select id from tasks where status = 'open' and $1::uuid is not null order by id limit 1)`,
  );
}

async function openEmpty(): Promise<{ pool: pg.Pool; close(): Promise<void> }> {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  // A connection that is still closing when its database is dropped emits an error, which without a listener would end
  // the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const close = async () => {
    await pool.end();
    await database.drop();
  };
  return { pool, close };
}

async function intoEmpty<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const { pool, close } = await openEmpty();
  try {
    return await work(pool);
  } finally {
    await close();
  }
}

test('every row of every table comes back as it was', async () => {
  await intoEmpty(async (pool) => {
    await restoreBackup(pool, Readable.from([archive]));
    const restored = await rowHashes(pool);
    expect(restored).toEqual(await rowHashes(services.database.pool));
    for (const table of [...AGENT_TABLES, 'prd_readings', 'prd_roles', 'checkpoint_parts', 'checkpoint_pieces'])
      expect([table, restored[table]]).not.toEqual([table, '0:']);
    expect(Object.values(restored).filter((hash) => !hash.startsWith('0:')).length).toBeGreaterThan(9);
  });
});

test('the rules of the schema hold again after a restore', async () => {
  await intoEmpty(async (pool) => {
    await restoreBackup(pool, Readable.from([archive]));
    const orphan = `insert into projects (id, user_id, name) values (gen_random_uuid(), gen_random_uuid(), 'x')`;
    await expect(pool.query(orphan)).rejects.toThrow(/foreign key/);
    await expect(pool.query('delete from audit_log')).rejects.toThrow(/append-only/);
    const { rows } = await pool.query(
      `select count(*)::int as open from pg_constraint where contype = 'f' and condeferrable`,
    );
    expect(rows[0].open).toBe(0);
  });
});

describe('nothing is restored from', () => {
  // One database for all, because each of them leaves it empty.
  let empty: Awaited<ReturnType<typeof openEmpty>>;
  beforeAll(async () => {
    empty = await openEmpty();
  });
  afterAll(() => empty.close());

  const refusal = async (bytes: Buffer): Promise<string> => {
    const before = await rowHashes(empty.pool);
    const error: unknown = await restoreBackup(empty.pool, Readable.from([bytes])).catch((reason: unknown) => reason);
    expect(await rowHashes(empty.pool)).toEqual(before);
    return String(error);
  };
  const linesOf = () => gunzipSync(archive).toString().trimEnd().split('\n');
  const pack = (lines: readonly (string | undefined)[]) => gzipSync(`${lines.join('\n')}\n`);

  test('a file that was cut off', async () => {
    const lines = linesOf();
    const cut = pack(lines.slice(0, Math.floor(lines.length / 2)));
    expect(await refusal(cut)).toMatch(/The backup is cut off: its end is missing, after line \d+ in table \w+\./);
  });
  test('an archive whose bytes end early', async () => {
    for (const part of [0.3, 0.9])
      expect(await refusal(archive.subarray(0, Math.floor(archive.length * part)))).toMatch(/The backup is cut off/);
    expect(await refusal(archive.subarray(0, archive.length - 4))).toMatch(/The backup is cut off/);
  });
  test('an archive with a bit that is not as it was written', async () => {
    for (const part of [0.2, 0.5, 0.8]) {
      const bytes = Buffer.from(archive);
      const place = Math.floor(bytes.length * part);
      bytes[place] = (bytes[place] ?? 0) ^ 0x10;
      expect(await refusal(bytes)).toMatch(
        /The backup is (damaged|cut off)|made by a newer|or its beginning is damaged/,
      );
    }
  });
  test('some other file', async () => {
    expect(await refusal(Buffer.from('hello'))).toMatch(/not a Baton backup/);
    expect(await refusal(gzipSync('{"some":"json"}\n'))).toMatch(/not a Baton backup/);
    expect(await refusal(Buffer.alloc(0))).toMatch(/not a Baton backup/);
  });
  test('a file that names a table which is none of ours to fill', async () => {
    const [header, ...rest] = linesOf();
    for (const table of ['migrations', 'pg_authid', 'users"; drop table users; --']) {
      const lines = [header, JSON.stringify({ table, columns: ['name'] }), '{"name":"x"}', ...rest];
      expect(await refusal(pack(lines))).toMatch(/The backup is damaged: that table is none of Baton’s, at line 2/);
    }
  });
  test('a file with a table twice, a column nobody knows, a row of no table, or something after its end', async () => {
    const [header, ...rest] = linesOf();
    const users = rest.find((line) => line.startsWith('{"table":"users"')) ?? '';
    expect(await refusal(pack([header, users, users, ...rest]))).toMatch(/the table users is in it twice/);
    const strange = users.replace('"columns":[', '"columns":["surprise",');
    expect(await refusal(pack([header, strange]))).toMatch(/a column surprise that Baton does not know/);
    expect(await refusal(pack([header, '{"a":1}']))).toMatch(/a row belongs to no table, at line 2/);
    expect(await refusal(pack([header, ...rest, '{}']))).toMatch(/something follows its end/);
    expect(await refusal(pack([header, users, '{"id":', ...rest]))).toMatch(/The backup is damaged/);
  });
  test('a file whose rows were taken out', async () => {
    const lines = linesOf().filter((line) => !line.includes('"action":'));
    expect(lines.length).toBeLessThan(linesOf().length);
    expect(await refusal(pack(lines))).toMatch(/The backup is damaged: it has \d+ tables and \d+ rows, and says/);
  });
  test('rows that fit no table', async () => {
    const text = gunzipSync(archive).toString().replace('"email_verified":true', '"email_verified":"perhaps"');
    expect(await refusal(gzipSync(text))).toMatch(
      /The backup is damaged: rows do not fit the tables, at line \d+ in table users/,
    );
  });
  test('rows that break a rule of their table, whatever else is not derived again', async () => {
    const text = gunzipSync(archive).toString();
    for (const [was, is, table] of [
      ['"status":"open"', '"status":"blocked"', 'tasks'],
      ['"slot":1', '"slot":0', 'batons'],
    ] as const) {
      expect(text).toContain(was);
      expect(await refusal(gzipSync(text.replace(was, is)))).toMatch(
        new RegExp(`The backup is damaged: rows do not fit the tables, at line \\d+ in table ${table}`),
      );
    }
  });
  test('a backup of a newer version', async () => {
    const text = gunzipSync(archive)
      .toString()
      .replace('"migrations":[', '"migrations":["29990101000000_from_the_future",');
    expect(await refusal(gzipSync(text))).toMatch(/newer Baton \(it has 29990101000000_from_the_future\)/);
  });
  test('any of these, and so the instance is still empty', async () => {
    await restoreBackup(empty.pool, Readable.from([archive]));
    expect(await rowHashes(empty.pool)).toEqual(await rowHashes(services.database.pool));
  });
});

test('what an instance without accounts has written itself does not stay, nor take along what comes back', async () => {
  const { pool: source } = services.database;
  // Apps register themselves under an address that is the same everywhere, and their tokens refer to it.
  const app = `insert into oauth_clients (id, client_id, redirect_uris) values (gen_random_uuid(), 'https://app.example', '{}')`;
  await source.query(app);
  await source.query(
    `insert into oauth_access_tokens (id, client_id, token, scopes, expires_at, created_at)
     values (gen_random_uuid(), 'https://app.example', 'hash', '{}', now(), now())`,
  );
  onTestFinished(async () => void (await source.query('delete from oauth_clients')));
  const written = await buffer(writeBackup(source, services.now()));
  await intoEmpty(async (pool) => {
    await pool.query(app);
    await pool.query(`insert into feed_heads values ('user:y', 1)`);
    await pool.query('update system_settings set max_tasks_per_project = 7');
    await restoreBackup(pool, Readable.from([written]));
    expect(await rowHashes(pool)).toEqual(await rowHashes(source));
  });
});

test('a file that stops being readable is told as it is', async () => {
  async function* breakOff() {
    yield archive.subarray(0, 1_000);
    throw new Error('the disk is gone');
  }
  await intoEmpty(async (pool) => {
    await expect(restoreBackup(pool, Readable.from(breakOff()))).rejects.toThrow('the disk is gone');
  });
});

test('an instance with accounts is never overwritten', async () => {
  const before = await rowHashes(services.database.pool);
  await expect(restoreBackup(services.database.pool, Readable.from([archive]))).rejects.toThrow(/empty instance/);
  expect(await rowHashes(services.database.pool)).toEqual(before);
});

test('triggers work again after a restore, and have added nothing to it', async () => {
  await intoEmpty(async (pool) => {
    await restoreBackup(pool, Readable.from([archive]));
    const lanes =
      'select root_list_id, open, wip, done from lane_states where (open, wip, done) <> (0, 0, 0) order by 1';
    const { rows: restored } = await pool.query(lanes);
    await pool.query('select recount_plan(id) from projects');
    expect((await pool.query(lanes)).rows).toEqual(restored);
    await pool.query(`update tasks set blocked_reason = null, deleted_at = now() where status = 'open'`);
    const { rows } = await pool.query<{ open: number }>('select sum(open)::int as open from lane_states');
    expect(rows[0]?.open).toBe(0);
  });
});

interface Since {
  migrations: number;
  tables: readonly string[];
  /** By name, or by table and name where other tables have had such a column before. */
  columns: readonly string[];
}

/** The columns an error had before groups existed; edited as text, so that numbers are not converted. */
const withoutGroup = (line: string) =>
  line.replace(/"group_id":"[^"]+",/, '').replace(/\}$/, ',"fingerprint":"f","resolved":false}');

/** The column a checkpoint had before checkpoints shared pieces. */
const withSnapshot = (line: string) => line.replace(/\}$/, `,"snapshot":${JSON.stringify(SNAPSHOT)}}`);

/** The archive as an older version would have written it: without the tables and columns of the newest migrations. */
function olderArchive(bytes: Buffer, since: Since): Buffer {
  const [header = '', ...lines] = gunzipSync(bytes).toString().trimEnd().split('\n');
  const { migrations, ...rest } = JSON.parse(header) as { migrations: string[] };
  const kept: string[] = [];
  let isKept = true;
  let place = '';
  const isNew = (name: string) => since.columns.includes(name) || since.columns.includes(`${place}.${name}`);
  let tables = 0;
  let rows = 0;
  for (const line of lines) {
    const { table, columns, end, ...fields } = JSON.parse(line) as Record<string, unknown>;
    if (end === true) {
      kept.push(JSON.stringify({ end, ...fields, tables, rows }));
      continue;
    }
    const isTable = line.startsWith('{"table":');
    if (isTable) {
      place = String(table);
      isKept = !since.tables.includes(place);
    }
    if (!isKept) continue;
    if (isTable) tables += 1;
    if ('group_id' in fields) {
      kept.push(withoutGroup(line));
      rows += 1;
      continue;
    }
    if (table === 'feed') {
      kept.push(JSON.stringify({ table: 'events', columns: EVENT_COLUMNS }));
      continue;
    }
    if ('events' in fields) {
      const told = eventsOf(fields);
      kept.push(...told);
      rows += told.length;
      continue;
    }
    if ('done_count' in fields) {
      kept.push(withSnapshot(line));
      rows += 1;
      continue;
    }
    if (table === 'checkpoints' && Array.isArray(columns)) columns.push('snapshot');
    if (table === 'error_logs' && Array.isArray(columns)) columns.push('fingerprint', 'resolved');
    const names = Array.isArray(columns) ? columns.filter((name) => !isNew(String(name))) : columns;
    const left = Object.entries(fields).filter(([name]) => !isNew(name));
    // Rewritten only where something was removed: numbers beyond JavaScript's precision stay as they are.
    const isSame = left.length === Object.keys(fields).length;
    kept.push(
      isTable ? JSON.stringify({ table, columns: names }) : isSame ? line : JSON.stringify(Object.fromEntries(left)),
    );
    if (!isTable) rows += 1;
  }
  const older = { ...rest, migrations: migrations.slice(0, -since.migrations) };
  return gzipSync(`${[JSON.stringify(older), ...kept].join('\n')}\n`);
}

const EVENT_COLUMNS = ['scope', 'seq', 'type', 'data', 'actor', 'created_at'];

/** One row per event, as events were stored before. */
function eventsOf({ scope, seq, events, actor, at }: Record<string, unknown>): string[] {
  const told = events as { type: string; data: unknown }[];
  return told.map(({ type, data }, place) =>
    JSON.stringify({ scope, seq: Number(seq) - told.length + 1 + place, type, data, actor, created_at: at }),
  );
}

const KEY_COLUMNS = [
  'key_name',
  'is_read_only',
  'last_used_by',
  'last_used_from',
  ...['id', 'name', 'project_id', 'expires_at', 'last_used_at'].map((name) => `users_api_key.${name}`),
];
const ENGINE = ['generation_chunks', 'generation_runs', 'requirements', 'usage_counters', 'user_limits'];
const ENGINE_COLUMNS = ['requirement_ids', 'is_enabler', 'prd_state', 'origin'];
const PRD = ['prd_readings', 'prd_roles'];
const APPS = [
  'oauth_access_tokens',
  'oauth_client_assertions',
  'oauth_client_resources',
  'oauth_clients',
  'oauth_consents',
  'oauth_refresh_tokens',
  'oauth_resources',
];
const AGENT_COLUMNS = [
  'question',
  'work',
  'token_hash',
  'done_means',
  'lease_minutes',
  'verify_command',
  'verify_timeout_minutes',
  'verify_tries',
  'repository_url',
];
const CONSOLE = [
  'error_groups',
  'error_counts',
  'user_activity',
  'user_counts',
  'project_counts',
  'day_counts',
  'call_hours',
  'call_times',
];
const CONSOLE_COLUMNS = ['group_id', 'outcome', 'duration_ms', 'is_known'];
const KEPT = ['plan_recounts', 'ready_tasks'];
const KEPT_COLUMNS = ['root_list_id', 'unfinished', 'lane_total', 'lane_done'];
const FEED_COLUMNS = ['first_seq', 'first_at', 'kept_bytes', 'is_due'];
const KINDS = ['invitations', 'mail_tests'];
const RUNS = ['run_results', 'runs'];
const PEOPLE = ['project_invitations', 'project_members'];
const TIMELINES = ['account_visits', 'project_days', 'project_visits', 'timeline', 'timeline_heads', 'timeline_totals'];
const NOTIFICATIONS = [
  'notification_choices',
  'notification_mailings',
  'notification_mails',
  'project_webhooks',
  'webhook_deliveries',
];
const NOTE_COLUMNS = ['by_holder', 'question_id'];
const KIND_COLUMNS = [
  'instance_kind',
  'sign_up_by',
  'allowed_domains',
  'set_up_at',
  'built_in_planner',
  'private_webhooks',
];
const PAYMENT_COLUMNS = ['access_until', 'granted', 'payment_id', 'read_only_at'];
const STORAGE = ['checkpoint_parts', 'checkpoint_pieces', 'project_size_changes', 'project_sizes'];
const PAYMENTS = [
  'limit_notices',
  'payment_endings',
  'payment_events',
  'payment_mails',
  'payment_subscriptions',
  'sandbox_messages',
  'sandbox_subscriptions',
];

test('an older backup is brought up to date by the migrations it has not seen', async () => {
  await intoEmpty(async (pool) => {
    await restoreBackup(
      pool,
      Readable.from([
        olderArchive(archive, {
          migrations: 49,
          tables: [
            ...KEPT,
            ...ENGINE,
            ...PRD,
            ...PAYMENTS,
            ...CONSOLE,
            ...APPS,
            ...STORAGE,
            ...KINDS,
            ...NOTIFICATIONS,
            ...TIMELINES,
            ...RUNS,
            ...PEOPLE,
            'email_changes',
            'passkeys',
            'instance_observations',
            'two_factor',
            'two_factor_backup_codes',
          ],
          columns: [
            ...ENGINE_COLUMNS,
            ...KEPT_COLUMNS,
            ...PAYMENT_COLUMNS,
            ...CONSOLE_COLUMNS,
            ...AGENT_COLUMNS,
            ...FEED_COLUMNS,
            ...KIND_COLUMNS,
            ...NOTE_COLUMNS,
            ...KEY_COLUMNS,
            'storage_mb',
            'is_expiry_told',
            'is_example',
            'run_id',
            'delivered',
            'codes_tried',
          ],
        }),
      ]),
    );
    // Counters are recomputed into one stripe, with the same sum. The PRD is read again on first use.
    const { prd_readings: readings, prd_roles: roles, ...others } = await rowHashes(pool);
    expect([readings, roles]).toEqual(['0:', '0:']);
    const { user_counts: _users, project_counts: _projects, day_counts: _days, ...counted } = others;
    // The id of a key is made by the migration. Losses had no token then, and roles and rules that were not in the archive are not counted.
    const {
      baton_losses: _losses,
      feed_heads: _heads,
      feed: _feed,
      project_sizes: _sizes,
      users_api_key: _keys,
      ...now
    } = counted;
    expect(await rowHashes(services.database.pool)).toMatchObject(now);
    for (const counts of [
      'select status, sum(n)::int as n from user_counts group by status order by status',
      'select sum(n)::int as n from project_counts',
      'select name, user_id, api_key_hash, project_id, is_read_only, expires_at from users_api_key',
      'select subject, day, sum(n)::int as n from day_counts group by subject, day order by subject, day',
      // One feed has no events, and its number cannot be derived.
      `select scope, seq, first_seq, first_at, is_due from feed_heads where scope <> 'user:x' order by scope`,
      `select scope, seq, type, data, actor, created_at from events order by scope, seq`,
    ])
      expect((await pool.query(counts)).rows).toEqual((await services.database.pool.query(counts)).rows);
    await expect(pool.query('delete from audit_log')).rejects.toThrow(/append-only/);
    // Checkpoints that held a whole snapshot are split into pieces now, with the same content.
    const { rows: held } = await pool.query('select baton_snapshot(id) as snapshot from checkpoints');
    expect(held).toEqual([{ snapshot: SNAPSHOT }]);
  });
});

test('payments, their messages and the notices about limits come back too', async () => {
  const { pool } = services.database;
  await pool.query(`
    insert into payment_subscriptions (id, user_id, provider, provider_id, plan_id, price_usd, status, renews, wanted, applied, look_at)
    select gen_random_uuid(), id, 'sandbox', 'I-1', 'P-1', 4.99, 'active', true, 3, 2, now() from users`);
  await pool.query(`
    update user_subscriptions set access_until = now() + interval '1 month', payment_id = (select id from payment_subscriptions)`);
  await pool.query(`
    insert into payment_endings (payment_id, reason, kept, try_at) select id, 'refunded', '["S-1"]', now() from payment_subscriptions`);
  await pool.query(`
    insert into payment_mails (payment_id, kind, about, facts, send_at)
    select id, 'refund', 'S-1', '{"provider": "sandbox", "amountUsd": 4.99}', now() from payment_subscriptions`);
  await pool.query(`update projects set read_only_at = now()`);
  await pool.query(`insert into payment_events values ('sandbox', 'WH-1', 'PAID', 'I-1', 'counted', now())`);
  await pool.query(`insert into limit_notices select id, 'prd_uploads', 'month', '2026-11-01' from users`);
  await pool.query(`
    insert into sandbox_subscriptions (id, page_token, plan_id, custom_id, subscriber, price_usd, status, payments, return_url, cancel_url)
    values ('I-1', 'token', 'P-1', 'x', 'mira@example.com', 5, 'ACTIVE', '[{"id": "S-1", "amountUsd": 5}]', '/', '/')`);
  await pool.query(`insert into sandbox_messages (id, body, deliver_at) values ('WH-1', '{"a": "“b”"}', now())`);
  const paid = await buffer(writeBackup(pool, services.now()));
  await intoEmpty(async (empty) => {
    await restoreBackup(empty, Readable.from([paid]));
    const restored = await rowHashes(empty);
    expect(restored).toEqual(await rowHashes(pool));
    for (const table of PAYMENTS) expect([table, restored[table]]).not.toEqual([table, '0:']);
  });
});

test('what changes while it is written is not in it: every table is of the same moment', async () => {
  const busy = await openTestServices();
  await addExample(busy, await addUser(busy));
  const { pool } = busy.database;
  // More than the stream buffers hold: the tables after this one are read only after these rows were consumed.
  await pool.query(
    `insert into outbox_mails (id, recipient, subject, html_body, text_body)
     select gen_random_uuid(), 'a@example.com', 'x', '', string_agg(gen_random_uuid()::text, '')
     from generate_series(1, 200) g, generate_series(1, 300) h group by g`,
  );
  const stream = writeBackup(pool, busy.now());
  await once(stream, 'readable');
  const before = await rowHashes(pool);
  const { id } = await addUser(busy);
  await pool.query('insert into projects (id, user_id, name) values (gen_random_uuid(), $1, $2)', [id, 'Too late']);
  await pool.query(`update tasks set title = 'Too late'`);
  const written = await buffer(stream);
  await intoEmpty(async (empty) => {
    await restoreBackup(empty, Readable.from([written]));
    expect(await rowHashes(empty)).toEqual(before);
  });
  expect(await rowHashes(pool)).not.toEqual(before);
  await busy.dispose();
});

test('heavy rows go out and in by few, also among light ones', async () => {
  const heavy = await openTestServices();
  await addExample(heavy, await addUser(heavy));
  // A pool of its own: the clients of the services' pool are wrapped already.
  const pool = new pg.Pool({ connectionString: heavy.databaseUrl });
  onTestFinished(async () => {
    await pool.end();
    await heavy.dispose();
  });
  await pool.query(
    `insert into checkpoint_pieces (project_id, hash, body, bytes)
     select p.id, sha256(n::text::bytea), jsonb_build_object('a', repeat('č', case when n % 25 = 0 then 700000 else 9 end)), 1
     from projects p, generate_series(1, 300) n`,
  );
  const asked = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => asked.mockRestore());
  const written = await buffer(writeBackup(pool, heavy.now()));
  const answers = await Promise.all(asked.mock.results.map(({ value }) => value as unknown));
  const rows = answers.flatMap((answer) => (answer instanceof pg.Result ? [answer.rows as object[]] : []));
  expect(rows.flat().length).toBeGreaterThan(300);
  expect(Math.max(...rows.map((some) => JSON.stringify(some).length))).toBeLessThan(BATCH_CHARACTERS * 1.5);
  asked.mockClear();
  await intoEmpty(async (empty) => {
    await restoreBackup(empty, Readable.from([written]));
    const sent = asked.mock.calls.map((words: unknown[]) => JSON.stringify(words).length);
    expect(Math.max(...sent)).toBeLessThan(BATCH_CHARACTERS * 1.5);
    expect(await rowHashes(empty)).toEqual(await rowHashes(pool));
  });
});
