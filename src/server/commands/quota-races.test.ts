import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { FailureBody } from '#contract/errors.ts';
import type { Id } from '#contract/fields.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { ApiClient } from '#test/api-client.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { type ServerProcess, startServer } from '#test/server-process.ts';

// Generous timeouts: these tests start and stop whole processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const ORIGIN = 'http://localhost:8080';
/** At any moment the local day differs from the UTC day in at least one of these zones. */
const ZONES = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
const PROJECTS = 12;
const CALLS_PER_HOUR = 10;

let folder = '';
let database: TestDatabase;
let pool: pg.Pool;
let servers: ServerProcess[] = [];
let client: ApiClient & { userId: Id };
let token = '';
const utcDay = () => new Date().toISOString().slice(0, 10);
let firstDay = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-quota-'));
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('connect', (connection) => connection.on('error', () => undefined));
  await pool.query('update system_settings set mcp_tool_calls_per_hour = $1, max_requests_per_minute = 100000', [
    CALLS_PER_HOUR,
  ]);
  const env = {
    DATABASE_URL: database.url,
    DATABASE_POOL: '6',
    BATON_URL: ORIGIN,
    BATON_SECRET: 'one secret for every server of the instance',
    BATON_DATA: join(folder, 'data'),
    BATON_REQUESTS_PER_MINUTE: '0',
  };
  servers = await Promise.all(ZONES.map((TZ) => startServer({ ...env, TZ })));
  client = await ApiClient.signUp(servers[0]?.url ?? '', 'many@example.com', ORIGIN);
  token = await client.renewToken();
  firstDay = utcDay();
  await pool.query(
    `insert into user_limits (user_id, daily_prd_limit, daily_task_gen_limit, daily_total_operations_limit,
       monthly_prd_limit, monthly_task_gen_limit, monthly_total_operations_limit, max_projects)
     values ($1, 1000, 1000, 1000, 1000, 1000, 1000, $2)`,
    [client.userId, PROJECTS],
  );
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

interface Answer<T = unknown> {
  status: number;
  retryAfter: number;
  body: FailureBody & { data: T };
}

/** Sends all requests concurrently, distributed over the servers round robin. */
const askTogether = <T>(count: number, ask: (url: string, place: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, place) => ask(servers[place % servers.length]?.url ?? '', place)));

async function post<T>(url: string, payload: object, headers: Record<string, string>): Promise<Answer<T>> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: JSON.stringify(payload),
  });
  return {
    status: answer.status,
    retryAfter: Number(answer.headers.get('retry-after')),
    body: (await answer.json()) as Answer<T>['body'],
  };
}

let rounds = 0;
/** Generates from a text that is new to every project, retrying while the account's queue is full (503). */
async function generateEverywhere(ids: readonly Id[]): Promise<Answer[]> {
  rounds += 1;
  const generate = async (url: string, place: number, left = 200): Promise<Answer> => {
    const answer = await post(
      `${url}/api/ai-engine/prd-to-tasks`,
      { content: `# House ${rounds}\n\n- The door must open.\n`, sessionId: `race_${rounds}_${place}` },
      { authorization: `Bearer ${token}`, 'x-project-id': ids[place] ?? '' },
    );
    return answer.status === 503 && left > 0 ? generate(url, place, left - 1) : answer;
  };
  return askTogether(ids.length, (url, place) => generate(url, place));
}

const through = (answers: readonly Answer[], status = 200) => answers.filter((each) => each.status === status).length;
const allow = (limit: string, count: number) =>
  pool.query(`update user_limits set ${limit} = $2 where user_id = $1`, [client.userId, count]);

let ids: Id[] = [];

test('active projects: as many as the plan allows, and a refusal says so', async () => {
  const answers = await askTogether(PROJECTS + 6, (url, place) =>
    post<ProjectSummary>(`${url}/api/projects`, { name: `House ${place}` }, { authorization: `Bearer ${token}` }),
  );
  ids = answers.flatMap(({ status, body }) => (status === 201 ? [body.data.id] : []));
  expect(ids).toHaveLength(PROJECTS);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(6);
  for (const { body, retryAfter } of refused) {
    expect(body).toMatchObject({ errorType: 'USAGE_LIMIT_EXCEEDED', errorCode: 'PROJECT_LIMIT' });
    expect(body.usage).toEqual({ projects: { current: PROJECTS, limit: PROJECTS } });
    expect(retryAfter).toBeGreaterThan(0);
  }
});

test.each([
  ['task generations', 'monthly_task_gen_limit', 5, 5],
  ['PRD uploads', 'monthly_prd_limit', 5 + 3, 3],
  ['all operations, of which a new text is two', 'monthly_total_operations_limit', 2 * (5 + 3) + 5, 2],
])('%s: exactly the allowed number, from two processes in two time zones', async (_name, limit, allowed, expected) => {
  await allow(limit, allowed);
  const answers = await generateEverywhere(ids);
  await allow(limit, 1_000);
  expect(through(answers)).toBe(expected);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(ids.length - expected);
  for (const { body, retryAfter } of refused) {
    expect(body.usage).toMatchObject({ daily: { limit: expect.any(Number) }, monthly: { limit: expect.any(Number) } });
    expect(retryAfter).toBeGreaterThan(0);
  }
});

test('what got through is counted, no more and no less, by UTC', async () => {
  const { rows } = await pool.query<{ period: string; day: string; prd: number; gen: number }>(
    `select period, starts_on::text as day, prd_uploads as prd, task_generations as gen from usage_counters where user_id = $1`,
    [client.userId],
  );
  const days = rows.filter(({ period }) => period === 'day');
  for (const { day } of days) expect([firstDay, utcDay()]).toContain(day);
  const sum = (name: 'prd' | 'gen') => days.reduce((total, row) => total + row[name], 0);
  expect([sum('prd'), sum('gen')]).toEqual([10, 10]);
});

test('agents’ calls: exactly the hour’s number, over MCP and REST together', async () => {
  const { data } = await client.call<{ apiKey: string }>('POST', '/api/auth/api-key');
  const headers = { 'x-user-api-key': data.apiKey, 'x-project-id': ids[0] ?? '' };
  const orient = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'orient', arguments: {} } };
  const answers = await askTogether(24, (url, place) =>
    place % 4 < 2
      ? post(`${url}/mcp/${ids[0]}`, orient, headers)
      : post(`${url}/api/projects/${ids[0]}/tools/orient`, {}, headers),
  );
  expect(through(answers)).toBe(CALLS_PER_HOUR);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(24 - CALLS_PER_HOUR);
  const usage = { hour: { current: CALLS_PER_HOUR, limit: CALLS_PER_HOUR } };
  for (const { body, retryAfter } of refused) {
    // Over MCP it is a JSON-RPC error with the same data.
    const said = 'error' in body && typeof body.error === 'object' ? (body.error as { data: unknown }).data : body;
    expect(said).toMatchObject({ errorType: 'USAGE_LIMIT_EXCEEDED', usage });
    expect(retryAfter).toBeGreaterThan(0);
  }
});

test('and of each limit one mail was written, whichever process reached it', async () => {
  await Promise.all(servers.map((server) => server.stop()));
  const { rows } = await pool.query<{ subject: string; text_body: string }>(
    `select subject, text_body from outbox_mails where recipient = 'many@example.com' and link like '%/subscription'`,
  );
  const { rows: noted } = await pool.query<{ name: string }>(
    `select limit_name || ' ' || period as name from limit_notices where user_id = $1 order by 1`,
    [client.userId],
  );
  const told = rows.flatMap(({ text_body: text }) => text.match(/\d+ of \d+ [A-Za-z ]+?(?= today| this|\.)/g) ?? []);
  expect(told.map((each) => each.replace(/^\d+ of \d+ /, '')).toSorted()).toEqual([
    'PRD uploads',
    'active projects',
    'agent calls',
    'operations',
    'task generations',
  ]);
  expect(noted.map(({ name }) => name)).toEqual([
    'active_projects month',
    'agent_calls day',
    'prd_uploads month',
    'task_generations month',
    'total_operations month',
  ]);
});
