import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { createTask } from '#server/plan/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { type McpAnswer, callTool, setSettings } from '#test/mcp-call.ts';

/** What an agent must be told is looked up with the statement of its claim or finish, ahead of it and in one packet. */

let server: TestServer;
let user: TestUser;
let key: string;
let project: Id;
beforeAll(async () => {
  server = await startTestServer();
  await raiseProjectLimit(server);
  await setSettings(server, { maxRequestsPerMinute: 100_000, mcpToolCallsPerHour: 100_000 });
  user = await addUser(server);
  key = (await generateApiKey(user.ctx)).apiKey;
});
afterAll(() => server.dispose());
beforeEach(async () => {
  project = (await createProject(user.ctx, { name: 'Ship' })).id;
  for (const title of ['Keel', 'Mast', 'Sail']) await createTask(user.ctx, { id: project, title });
  // So that calls are lent to the server, and are let in at once.
  await call('orient', {});
});

const call = (tool: string, args: Record<string, unknown>, client = 'claude-code'): Promise<McpAnswer> =>
  callTool(server, tool, args, { key, project, client });
/** Who held nothing a moment ago is not looked up, as long as nothing changes. */
const stir = () => call('note', { type: 'finding', body: 'Wet.' }, 'another');
const tokenIn = ({ text }: McpAnswer) => /baton (\d+\.\w+)/.exec(text)?.[1] ?? '';
const held = async () => (await oneValue('select count(*) from batons where project_id = $1')) ?? 0;
const oneValue = async (text: string) => {
  const { rows } = await server.database.pool.query<{ count: number }>(text, [project]);
  return rows[0]?.count;
};
const lose = (client = 'claude-code') =>
  server.database.pool.query(
    `insert into baton_losses (project_id, holder_key, client_key, task_number, fence, by, reason)
     values ($1, $2, $2, 9, 7, 'Mira', 'Wrong branch.')`,
    [project, `agent:${user.id}:${client}`],
  );

interface Sent {
  client: pg.PoolClient;
  name: string;
}

/** The named statements that are sent, each with its connection; a name can be made to fail. */
function watch(failing?: string): Sent[] {
  const sent: Sent[] = [];
  const before = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const onAcquire = (client: pg.PoolClient) => {
    if (before.has(client)) return;
    const original = client.query;
    before.set(client, original);
    client.query = function query(this: pg.PoolClient, ...said: unknown[]) {
      const { name = '' } = said[0] as { name?: string };
      sent.push({ client, name });
      if (name === failing) return Promise.reject(new Error('gone'));
      const asked = Reflect.apply(original, this, said) as unknown as Promise<unknown>;
      if (name === 'baton_look_up') void asked.then(() => sent.push({ client, name: 'look_up answered' }));
      return asked;
    } as unknown as typeof original;
  };
  server.database.pool.on('acquire', onAcquire);
  onTestFinished(() => {
    server.database.pool.off('acquire', onAcquire);
    for (const [client, original] of before) client.query = original;
  });
  return sent;
}

test('a claim and a finish send their look-up ahead on the same connection, without waiting for it', async () => {
  await stir();
  const sent = watch();
  const claim = await call('task_claim', {});
  expect(claim.text).toContain('Yours: T1');
  const ended = await call('task_finish', {
    id: 'T1',
    baton: tokenIn(claim),
    outcome: 'done',
    summary: 'Laid the keel.',
  });
  expect(ended.text).toContain('T1 is done.');
  const own = sent.filter(({ name }) => /look_up|usual|brief/.test(name));
  expect(own.map(({ name }) => name)).toEqual([
    'baton_look_up',
    'baton_claim_usual',
    'baton_brief_held',
    'look_up answered',
    'baton_look_up',
    'baton_finish_usual',
    'look_up answered',
  ]);
  expect(new Set(own.slice(0, 4).map(({ client }) => client)).size).toBe(1);
  expect(new Set(own.slice(4).map(({ client }) => client)).size).toBe(1);
});

test.each([
  ['task_claim', {}, 'Yours: T1'],
  ['task_claim', { id: 'T2' }, 'Yours: T2'],
  ['task_claim', { id: 'T99' }, 'NOT_FOUND'],
  ['task_claim', { id: 'T1', takeover: true, reason: 'Resumed.' }, 'T1'],
  ['task_claim', { wrong: true }, 'VALIDATION_ERROR'],
  ['task_finish', { id: 'T1', baton: '1.aaaaaaaaaaaa', outcome: 'done', summary: 'Laid the keel.' }, ''],
  ['task_finish', { id: 'T1' }, 'VALIDATION_ERROR'],
])('%s %j tells what was lost, once, whether or not it is the usual one', async (tool, args, answered) => {
  await lose();
  await stir();
  const told = await call(tool, args);
  expect(told.text).toContain('Your baton 7 for T9 ended by Mira: Wrong branch.');
  expect(told.text).toContain(answered);
  expect((await call('orient', {})).text).not.toContain('ended by');
});

test('a claim that could not be looked up for is answered all the same; the loss is told with the next call', async () => {
  await lose();
  await stir();
  const sent = watch('baton_look_up');
  const claim = await call('task_claim', {});
  expect(claim.text).toContain('Yours: T1');
  expect(await held()).toBe(1);
  expect(sent.some(({ name }) => name === 'baton_look_up')).toBe(true);
  expect(Number(await oneValue('select count(*) from baton_losses where project_id = $1'))).toBe(1);
});

test('where no connection is to be had, nothing is claimed and the call says so', async () => {
  await stir();
  const { pool } = server.database;
  const connect = pool.connect.bind(pool);
  // Those that are asked for with a callback are of single statements: who is calling is still found out.
  const refusing = vi.spyOn(pool, 'connect');
  const refuse = (...asked: unknown[]): unknown =>
    asked.length === 0 ? Promise.reject(new Error('no connection')) : Reflect.apply(connect, pool, asked);
  refusing.mockImplementation(refuse);
  const answer = await call('task_claim', {});
  refusing.mockRestore();
  expect(answer.status).toBeGreaterThanOrEqual(500);
  expect(await held()).toBe(0);
});
