import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { createTask } from '#server/plan/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { type McpAnswer, callTool, setSettings } from '#test/mcp-call.ts';

/** The statement of a claim or finish also does the look-up; a separate one is sent only where a baton was lost. */

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
  // Makes the server reserve calls, so that the following ones are admitted synchronously.
  await call('orient', {});
});

const call = (tool: string, args: Record<string, unknown>, client = 'claude-code'): Promise<McpAnswer> =>
  callTool(server, tool, args, { key, project, client });
/** Invalidates the cache of idle callers, which would otherwise skip the look-up. */
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

/** Fails as the driver does: by callback where there is one, else by a rejected promise. */
function refuse(said: readonly unknown[]): Promise<never> | undefined {
  const callback = said.find((each) => typeof each === 'function');
  if (callback === undefined) return Promise.reject(new Error('gone'));
  process.nextTick(callback, new Error('gone'));
  return undefined;
}

/** Records the prepared statements sent, each with its connection; one can be made to fail. */
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
      if (name === failing) return refuse(said);
      return Reflect.apply(original, this, said) as unknown;
    } as unknown as typeof original;
  };
  server.database.pool.on('acquire', onAcquire);
  onTestFinished(() => {
    server.database.pool.off('acquire', onAcquire);
    for (const [client, original] of before) client.query = original;
  });
  return sent;
}

const own = (sent: Sent[]) => sent.map(({ name }) => name).filter((name) => /look_up|usual|brief/.test(name));

test('a claim and a finish are one statement each, which looks the caller up as well', async () => {
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
  expect(own(sent)).toEqual(['baton_claim_usual', 'baton_finish_usual']);
});

test('who lost something is looked up before it is decided the long way', async () => {
  await lose();
  await stir();
  const sent = watch();
  expect((await call('task_claim', {})).text).toMatch(/^Your baton 7 for T9 ended by Mira: .*\nYours: T1/s);
  expect(own(sent)).toEqual(['baton_claim_usual', 'baton_look_up', 'baton_brief']);
});

test('where nothing is ready the caller is looked up all the same', async () => {
  for (const id of ['T1', 'T2', 'T3']) await call('plan_edit', { ops: [{ op: 'update', id, status: 'done' }] });
  await lose();
  await stir();
  expect((await call('task_claim', {})).text).toMatch(/^Your baton 7 for T9 ended by Mira: .*\nNothing is ready/s);
});

test('a baton about to run out is renewed by the claim of another, and by a finish', async () => {
  await server.database.pool.query('update projects set baton_slots = 4 where id = $1', [project]);
  const first = await call('task_claim', {});
  const endsSoon = () =>
    server.database.pool.query(
      `update batons set expires_at = now() + interval '20 seconds' where project_id = $1 and holder ->> 'name' <> 'second'`,
      [project],
    );
  const secondsLeft = async () => {
    const { rows } = await server.database.pool.query<{ left: number }>(
      `select extract(epoch from expires_at - now())::int as left from batons where project_id = $1 and holder ->> 'name' <> 'second'`,
      [project],
    );
    return rows[0]?.left ?? 0;
  };
  await endsSoon();
  const second = await call('task_claim', { agent: 'second' });
  expect(second.text).toContain('Yours: T2');
  expect(await secondsLeft()).toBeGreaterThan(60);
  await endsSoon();
  const finish = { outcome: 'done', summary: 'Set the mast up.' };
  expect((await call('task_finish', { id: 'T2', baton: tokenIn(second), ...finish })).text).toContain('T2 is done.');
  // The token of one window does not identify the other.
  expect(await secondsLeft()).toBeLessThan(60);
  await call('task_finish', { id: 'T1', baton: tokenIn(first), ...finish });
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

test('where the caller cannot be looked up and must be, nothing is claimed; the loss is told with the next call', async () => {
  await lose();
  await stir();
  const sent = watch('baton_look_up');
  expect((await call('task_claim', {})).status).toBeGreaterThanOrEqual(500);
  expect(await held()).toBe(0);
  expect(sent.some(({ name }) => name === 'baton_look_up')).toBe(true);
  expect(Number(await oneValue('select count(*) from baton_losses where project_id = $1'))).toBe(1);
});

test('where the statement cannot be sent, nothing is claimed and the call says so', async () => {
  await stir();
  watch('baton_claim_usual');
  expect(await call('task_claim', {})).toMatchObject({ isError: true, text: expect.stringContaining('(request ') });
  expect(await held()).toBe(0);
});
