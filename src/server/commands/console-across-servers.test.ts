import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { SettingsAnswer } from '#contract/admin-settings.ts';
import type { NewApiKey } from '#contract/api-key.ts';
import type { Id } from '#contract/fields.ts';
import { addExampleProject } from '#server/example/index.ts';
import { DEFAULT_LIMITS, DEFAULT_SETTINGS } from '#contract/settings-rules.ts';
import { type Agent, callTool } from '#test/agent-calls.ts';
import { ApiClient } from '#test/api-client.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { rowHashes } from '#test/row-hashes.ts';
import { type ServerProcess, runBaton, startServer } from '#test/server-process.ts';
import { PATIENT } from '#test/patience.ts';

const ORIGIN = 'http://localhost:8080';
const SECRET = 'one secret for every server of the instance';

let folder = '';
let database: TestDatabase;
let third: TestServices;
let servers: ServerProcess[] = [];
let admin: ApiClient[] = [];
let person: ApiClient[] = [];
let agent: Agent;
let projectId: Id;
let personId: Id;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baton-console-'));
  database = await createTestDatabase();
  const env = { DATABASE_URL: database.url, DATABASE_POOL: '4', BATON_URL: ORIGIN, BATON_SECRET: SECRET };
  servers = await Promise.all([startServer(env), startServer(env)]);
  third = await openTestServices({ databaseUrl: database.url });
  const first = servers[0]?.url ?? '';
  // The first account of an instance becomes administrator.
  const atFirst = await ApiClient.signUp(first, 'admin@example.com', ORIGIN);
  const somebody = await ApiClient.signUp(first, 'somebody@example.com', ORIGIN);
  admin = servers.map(({ url }) => atFirst.at(url));
  personId = somebody.userId;
  person = servers.map(({ url }) => somebody.at(url));
  agent = { key: (await somebody.call<NewApiKey>('POST', '/api/auth/api-key')).data.apiKey, name: 'claude-code' };
  projectId = (await somebody.createProject('Shared')).data.id;
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await third.dispose();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const each = <T>(clients: ApiClient[], ask: (client: ApiClient) => Promise<T>) => Promise.all(clients.map(ask));
const statuses = (clients: ApiClient[]) => each(clients, async (client) => (await client.listProjects()).status);
const orient = ({ url }: ServerProcess) => callTool(url, agent, projectId, 'orient');

describe('maintenance mode', () => {
  test('shuts people and agents out at every server and lets administrators work', async () => {
    const [, elsewhere] = admin;
    expect(await statuses(person)).toEqual([200, 200]);
    const streams = await each(person, (client) => client.follow());
    const on = { on: true, message: 'Back at noon.' };
    expect(await elsewhere?.call('PUT', '/api/admin/system/maintenance', on)).toMatchObject({ status: 200, data: on });
    for (const stream of streams) expect(await stream.next(), 'the stream of an open page ends').toBeUndefined();
    await vi.waitFor(async () => expect(await statuses(person)).toEqual([503, 503]), PATIENT);
    for (const { headers, failure } of await each(person, (client) => client.listProjects())) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(failure).toMatchObject({ errorType: 'MAINTENANCE', error: 'Back at noon.' });
    }
    for (const server of servers) {
      const answer = await fetch(`${server.url}/mcp/${projectId}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${agent.key}`,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'orient', arguments: {} },
        }),
      });
      expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true]);
      expect(await answer.text()).toContain('Back at noon.');
      for (const path of ['/healthz', '/readyz']) expect((await fetch(`${server.url}${path}`)).status).toBe(200);
    }
    expect(await statuses(admin)).toEqual([200, 200]);
    expect(
      await each(admin, async (client) => (await client.call('GET', '/api/admin/system/database')).status),
    ).toEqual([200, 200]);
  });

  test('off again, everybody works, and the message is kept', async () => {
    const off = await admin[0]?.call('PUT', '/api/admin/system/maintenance', { on: false });
    expect(off).toMatchObject({ data: { on: false, message: 'Back at noon.' } });
    await vi.waitFor(async () => expect(await statuses(person)).toEqual([200, 200]), PATIENT);
    for (const server of servers) expect((await orient(server)).status).toBe(200);
  });
});

test('a tier’s limits that are saved at one server hold at the other, and whoever looks there is told', async () => {
  const stream = await person[1]?.follow();
  const free = { ...DEFAULT_LIMITS.free, max_projects: 2 };
  const body = { settings: DEFAULT_SETTINGS, tierLimits: { ...DEFAULT_LIMITS, free } };
  expect((await admin[0]?.call('PUT', '/api/admin/system/settings', body))?.status).toBe(200);
  expect((await person[1]?.createProject('The second'))?.status).toBe(201);
  expect((await person[1]?.createProject('One too many'))?.status).toBe(429);
  const heard = [await stream?.next(), await stream?.next()];
  expect(new Set(heard.map((event) => event?.type))).toEqual(new Set(['project.created', 'subscription.updated']));
  await stream?.close();
  // Answers of this endpoint have no envelope.
  const shown = (await admin[1]?.call('GET', '/api/admin/system/settings'))?.failure as unknown as SettingsAnswer;
  expect(shown.tierLimits.free.max_projects).toBe(2);
});

/** The call log and limit mails are written in the background: a moment later. */
async function untilAllIsWritten(): Promise<void> {
  const counts = `select (select count(*) from mcp_logs) as calls, (select sum(calls) from agent_sightings) as heard,
    (select count(*) from outbox_mails) as mails`;
  await vi.waitFor(async () => {
    const { rows } = await third.database.pool.query<Record<string, number | string>>(counts);
    expect(Object.values(rows[0] ?? {}).map(Number)).toEqual([4, 2, 4]);
  }, PATIENT);
}

test('a downloaded backup gives an empty instance the same rows', async () => {
  await addExampleProject(third.contextFor({ kind: 'system', name: 'test' }), {
    userId:
      (await third.database.pool.query<{ id: Id }>('select id from users order by id limit 1')).rows[0]?.id ??
      ('' as Id),
  });
  await untilAllIsWritten();
  const before = await rowHashes(third.database.pool);
  const token = await admin[1]?.renewToken();
  const answer = await fetch(`${servers[1]?.url}/api/admin/system/backup`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.headers.get('content-disposition')).toMatch(/baton-backup-\d{4}-\d\d-\d\d-\d{4}\.jsonl\.gz/);
  const file = join(folder, 'downloaded.jsonl.gz');
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  const empty = await createTestDatabase();
  const restored = await runBaton(['restore', file], { DATABASE_URL: empty.url, BATON_SECRET: SECRET });
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  const there = await openTestServices({ databaseUrl: empty.url });
  expect(await rowHashes(there.database.pool)).toEqual(before);
  await there.dispose();
  await empty.drop();
});

test('leases that are ended at one server are over at the other', async () => {
  const url = servers[1]?.url ?? '';
  const made = await person[1]?.call('POST', `/api/projects/${projectId}/tasks`, { title: 'Held' });
  expect(made?.status).toBe(201);
  const claimed = await callTool(url, agent, projectId, 'task_claim', {});
  expect(claimed.isError).toBe(false);
  const done = await admin[0]?.call('POST', '/api/admin/system/expire-locks', { confirm: 'EXPIRE' });
  expect(done).toMatchObject({ status: 200, data: { summary: '1 lease in 1 project has ended.' } });
  const tokenIn = (text: string) => /baton (\d+\.\w+)/.exec(text)?.[1];
  const finishing = { id: 'T1', baton: tokenIn(claimed.text), outcome: 'done', summary: 'Late, but done.' };
  const late = await callTool(url, agent, projectId, 'task_finish', finishing);
  expect([late.isError, late.text]).toEqual([true, expect.stringMatching(/^STALE_LOCK: Baton 1 for T1 ran out/)]);
  const next = await callTool(url, agent, projectId, 'task_claim', { id: 'T1' });
  expect(next.isError).toBe(false);
  const again = await callTool(url, agent, projectId, 'task_finish', { ...finishing, baton: tokenIn(next.text) });
  expect(again.isError).toBe(false);
});

test('limits and a plan that one account gets at one server hold at the other', async () => {
  const path = `/api/admin/users/${personId}`;
  const none = Object.fromEntries(Object.keys(DEFAULT_LIMITS.free).map((name) => [name, null]));
  expect((await admin[0]?.call('PUT', `${path}/limits`, { ...none, max_projects: 3 }))?.status).toBe(200);
  expect((await person[1]?.createProject('The third'))?.status).toBe(201);
  expect((await person[1]?.createProject('A fourth'))?.status).toBe(429);
  // A tier with a higher limit has no effect while the account has an override.
  expect((await admin[1]?.call('PUT', `${path}/tier`, { tier: 'pro' }))?.status).toBe(200);
  expect((await person[0]?.createProject('A fourth'))?.status).toBe(429);
  expect((await admin[1]?.call('DELETE', `${path}/limits`))?.status).toBe(200);
  expect((await person[0]?.createProject('A fourth'))?.status).toBe(201);
  // Back on a tier with two projects nothing is lost: projects beyond the limit are read-only.
  expect((await admin[0]?.call('PUT', `${path}/tier`, { tier: 'free' }))?.status).toBe(200);
  expect((await person[1]?.listProjects())?.data).toHaveLength(4);
  const { rows } = await third.database.pool.query<{ writable: number }>(
    'select count(*) filter (where read_only_at is null)::int as writable from projects where user_id = $1',
    [personId],
  );
  expect(rows).toEqual([{ writable: 2 }]);
});

test('how often an agent may call is changed at one server and counts at the other', async () => {
  const save = (maxRequestsPerMinute: number) =>
    admin[0]?.call('PUT', '/api/admin/system/settings', {
      settings: { ...DEFAULT_SETTINGS, maxRequestsPerMinute },
      tierLimits: DEFAULT_LIMITS,
    });
  expect((await orient(servers[1] as ServerProcess)).status).toBe(200);
  expect((await save(1))?.status).toBe(200);
  const limited = async () => expect((await orient(servers[1] as ServerProcess)).status).toBe(429);
  await vi.waitFor(limited, PATIENT);
  expect((await save(1_000))?.status).toBe(200);
  const free = async () => expect((await orient(servers[1] as ServerProcess)).status).toBe(200);
  await vi.waitFor(free, PATIENT);
});

describe('security actions at one server', () => {
  test('new signing keys: the other refuses every old token, and the cookie gives a good one', async () => {
    await each(person, (client) => client.renewToken());
    expect(await statuses(person)).toEqual([200, 200]);
    await admin[0]?.renewToken();
    const done = await admin[0]?.call('POST', '/api/admin/system/rotate-keys', { confirm: 'ROTATE' });
    expect(done?.status).toBe(200);
    await vi.waitFor(async () => expect(await statuses(person)).toEqual([401, 401]), PATIENT);
    await each([...person, ...admin], (client) => client.renewToken());
    expect(await statuses([...person, ...admin])).toEqual([200, 200, 200, 200]);
  });

  test('everybody signed out: the other forgets the sessions and ends their streams', async () => {
    const stream = await person[1]?.follow();
    const done = await admin[0]?.call('POST', '/api/admin/system/revoke-sessions', { confirm: 'REVOKE' });
    expect(done?.status).toBe(200);
    await vi.waitFor(async () => expect(await statuses(person)).toEqual([401, 401]), PATIENT);
    expect(await stream?.next()).toBeUndefined();
    await expect(person[1]?.renewToken()).rejects.toThrow('no token: 401');
    expect(await statuses(admin)).toEqual([200, 200]);
  });
});
