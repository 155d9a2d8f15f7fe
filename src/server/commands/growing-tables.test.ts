import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepFeeds } from '#server/platform/sweep-feeds.ts';
import { addExample, addUser } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { HOURLY } from './sweep-hourly.ts';

const GUIDE = new URL('../../../docs/operations.md', import.meta.url);
const DAY_MS = 86_400_000;

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.dispose());

/** The tables listed in the guide, by how they are kept from growing. */
async function readGuide(): Promise<{ table: string; cleared: string }[]> {
  const [, section = ''] = (await readFile(GUIDE, 'utf8')).split('## What grows, and how far');
  return section
    .split('\n## ', 1)
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => {
      const [, tables = '', , cleared = ''] = line.split('|');
      return Array.from(tables.matchAll(/`(\w+)`/g), ([, table = '']) => ({ table, cleared: cleared.trim() }));
    });
}

test('every table is in the guide, with what keeps it from growing', async () => {
  const guide = await readGuide();
  const { rows } = await services.database.pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = current_schema() and tablename <> 'migrations' order by 1`,
  );
  // When this fails for a new table: document in docs/operations.md how far it grows, and add it to sweep-hourly.ts if
  // it needs clearing.
  expect(guide.map(({ table }) => table).toSorted()).toEqual(rows.map(({ name }) => name));
  expect([...new Set(guide.map(({ cleared }) => cleared))].toSorted()).toEqual([
    'account',
    'bounded',
    'every hour',
    'every minute',
  ]);
});

const OWN = `(select id from users order by created_at limit 1)`;
const PROJECT = `(select id from projects order by created_at limit 1)`;

/**
 * Inserts an old row into each table that is swept; $1 is long ago. Rows that other set-up has already made are not in
 * here.
 */
const OLD: Readonly<Record<string, string>> = {
  sessions: `insert into sessions (id, token, user_id, expires_at) values (gen_random_uuid(), 'old', ${OWN}, $1)`,
  verifications: `insert into verifications (id, identifier, value, expires_at) values (gen_random_uuid(), 'x', 'y', $1)`,
  email_changes: `insert into email_changes (user_id, new_email, old_hash, new_hash, session_id, expires_at) values (${OWN}, 'x', 'o', 'n', gen_random_uuid(), $1)`,
  oauth_clients: `insert into oauth_clients (id, client_id, created_at, redirect_uris) values (gen_random_uuid(), 'old', $1, '{}')`,
  oauth_access_tokens: `insert into oauth_access_tokens (id, token, client_id, scopes, expires_at, created_at, user_id) values (gen_random_uuid(), 'a', 'old', '{}', $1, $1, ${OWN})`,
  oauth_refresh_tokens: `insert into oauth_refresh_tokens (id, token, client_id, scopes, expires_at, created_at, user_id) values (gen_random_uuid(), 'r', 'old', '{}', $1, $1, ${OWN})`,
  oauth_client_assertions: `insert into oauth_client_assertions values ('old', $1)`,
  oauth_consents: `insert into oauth_consents (id, client_id, scopes, user_id, created_at, updated_at) values (gen_random_uuid(), 'old', '{}', ${OWN}, $1, $1)`,
  sign_in_failures: `insert into sign_in_failures values ('account:x', 1, null, $1)`,
  rate_limits: `insert into rate_limits values ('x', $1)`,
  agent_allowances: `insert into agent_allowances values (${OWN}, $1, $1)`,
  agent_sightings: `insert into agent_sightings (project_id, agent, last_call_at) values (${PROJECT}, 'x', $1)`,
  baton_losses: `insert into baton_losses (project_id, holder_key, client_key, fence, task_number, by, reason, created_at) values (${PROJECT}, 'x', 'x', 1, 1, 'x', 'x', $1)`,
  generation_chunks: `insert into generation_chunks values (${PROJECT}, 'x', '{}', $1)`,
  generation_runs: `insert into generation_runs (id, project_id, user_id, kind, session_id, status, planner, clear_existing, created_at, heartbeat_at, finished_at)
    values (gen_random_uuid(), ${PROJECT}, ${OWN}, 'plan', 'x', 'completed', 'embedded', false, $1, $1, $1)`,
  usage_counters: `insert into usage_counters (user_id, period, starts_on) values (${OWN}, 'day', $1::timestamptz::date)`,
  limit_notices: `insert into limit_notices values (${OWN}, 'prd_uploads', 'day', $1::timestamptz::date, $1)`,
  payment_events: `insert into payment_events values ('paypal', 'x', 'x', null, 'foreign', $1)`,
  payment_subscriptions: `insert into payment_subscriptions (id, user_id, provider, provider_id, plan_id, price_usd, created_at) values (gen_random_uuid(), ${OWN}, 'paypal', 'x', 'x', 5, $1)`,
  sandbox_subscriptions: `insert into sandbox_subscriptions (id, page_token, plan_id, custom_id, subscriber, price_usd, status, return_url, cancel_url, created_at)
    values ('x', 'x', 'x', 'x', 'x', 5, 'APPROVAL_PENDING', '/', '/', $1)`,
  day_counts: `insert into day_counts values ('accounts', $1::timestamptz::date, 7, 1)`,
  instance_observations: `insert into instance_observations (kind, subject, detail, first_seen, last_seen) values ('forwarded', '192.0.2.7', 'x', $1, $1)`,
  outbox_mails: `insert into outbox_mails (id, recipient, subject, text_body, html_body, created_at) values (gen_random_uuid(), 'x', 'x', 'x', 'x', $1)`,
  notification_mails: `insert into notification_mails (id, user_id, project_id, seq, kind, told, at, due_at, created_at) values (gen_random_uuid(), ${OWN}, ${PROJECT}, 1, 'asked', '{}', $1, $1, $1)`,
  webhook_deliveries: `with receiver as (insert into project_webhooks (project_id, address, format, kinds, enabled, sealed_secret, secret_end)
      values (${PROJECT}, 'x', 'json', '{}', true, 'x', 'x') returning project_id)
    insert into webhook_deliveries (id, project_id, kind, told, at, next_at, created_at) select gen_random_uuid(), project_id, 'test', '{}', $1, $1, $1 from receiver`,
  error_groups: `insert into error_groups (id, fingerprint, level, category, message, seen, first_seen, last_seen) values ('01890a5d-ac96-774b-bcce-b302099a8057', 'x', 'error', 'api', 'x', 1, $1, $1)`,
  error_logs: `insert into error_logs (id, group_id, level, category, message, timestamp) values (gen_random_uuid(), '01890a5d-ac96-774b-bcce-b302099a8057', 'error', 'api', 'x', $1)`,
  mcp_logs: `insert into mcp_logs (id, user_id, command, status_code, response_time_ms, agent, bytes_out, inserted_at) values (gen_random_uuid(), ${OWN}, 'orient', 200, 1, 'x', 1, $1)`,
  call_hours: `insert into call_hours values (date_trunc('hour', $1::timestamptz), 1, 1) on conflict do nothing`,
  call_times: `insert into call_times values (date_trunc('hour', $1::timestamptz), 'x', 1, 1)`,
  timeline: `with head as (insert into timeline_heads (project_id) values (${PROJECT}) on conflict do nothing)
    insert into timeline (id, project_id, at, kind, who_kind, who, data) values (gen_random_uuid(), ${PROJECT}, $1, 'noted', 'user', 'x', '{}')`,
  project_days: `insert into project_days values (${PROJECT}, $1::timestamptz::date, 1)`,
  runs: `insert into runs (id, project_id, started_by, host, clients, parallel, is_merging, is_demo, first_worker, started_at, last_beat_at, ended_at, "end")
    values (gen_random_uuid(), ${PROJECT}, '{}', 'x', '{}', 1, false, false, 1, $1, $1, $1, 'tasks')`,
  project_invitations: `insert into project_invitations (id, project_id, role, token_hash, invited_by, created_at, expires_at) values (gen_random_uuid(), ${PROJECT}, 'viewer', 'old', ${OWN}, $1, $1)`,
  project_members: `insert into project_members values (${PROJECT}, ${OWN}, 'viewer', $1, $1)`,
  audit_log: `insert into audit_log (id, actor, action, created_at) values (gen_random_uuid(), '{"kind": "system"}', 'x', $1)`,
  feed: `with old as (insert into feed_heads (scope, seq, first_at) values ('user:x', 1, $1))
    insert into feed values ('user:x', 1, '[]', '{}', null, $1)`,
};

/** The number of rows the test made; those of the accounts created today stay. */
async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of Object.keys(OLD)) {
    const { rows } = await services.database.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`);
    counts[table] = rows[0]?.n ?? -1;
  }
  return counts;
}

test('an old row of every table that is cleared goes, and what is new or paid for stays', async () => {
  const user = await addUser(services);
  await addExample(services, user);
  const guide = await readGuide();
  const cleared = guide.filter((row) => row.cleared.startsWith('every')).map(({ table }) => table);
  expect(Object.keys(OLD).toSorted()).toEqual(cleared.toSorted());

  const young = new Date(services.now().getTime() + 60_000);
  await services.database.pool.query(
    `insert into payment_subscriptions (id, user_id, provider, provider_id, plan_id, price_usd, status, activated_at, created_at)
     values (gen_random_uuid(), $1, 'paypal', 'paid', 'x', 5, 'expired', $2, $2)`,
    [user.id, new Date(services.now().getTime() - 900 * DAY_MS)],
  );
  await services.database.pool.query(
    `insert into sessions (id, token, user_id, expires_at) values (gen_random_uuid(), 'young', $1, $2)`,
    [user.id, young],
  );
  const before = await countRows();
  const longAgo = new Date(services.now().getTime() - 500 * DAY_MS);
  for (const statement of Object.values(OLD)) await services.database.pool.query(statement, [longAgo]);
  for (const [table, n] of Object.entries(await countRows()))
    expect([table, n > (before[table] ?? 0)]).toEqual([table, true]);

  const ctx = services.contextFor({ kind: 'system', name: 'test' });
  for (const sweep of [...HOURLY, sweepFeeds]) await sweep(ctx);
  expect(await countRows()).toEqual(before);
});

test('50,000 old rows go in batches, while others write to the table', async () => {
  const { pool } = services.database;
  await pool.query(
    `insert into rate_limits select 'old ' || n, now() - interval '1 day' from generate_series(1, 50000) n`,
  );
  const ctx = services.contextFor({ kind: 'system', name: 'test' });
  let isSweeping = true;
  const [written] = await Promise.all([
    (async () => {
      let count = 0;
      for (; isSweeping; count += 1)
        await pool.query(`insert into rate_limits values ($1, now() + interval '1 day')`, [`new ${count}`]);
      return count;
    })(),
    (async () => {
      for (const sweep of HOURLY) await sweep(ctx);
      isSweeping = false;
    })(),
  ]);
  expect(written).toBeGreaterThan(0);
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from rate_limits');
  expect(rows[0]?.n).toBe(written);
});
