import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { type McpAnswer, ask, askModern, callTool, setSettings } from '#test/mcp-call.ts';

let server: TestServer;
let second: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  second = await startTestServer({ databaseUrl: server.databaseUrl });
});
afterAll(async () => {
  await second.dispose();
  await server.dispose();
});

interface Caller {
  user: TestUser;
  key: string;
  project: Id;
}

async function addCaller(tier: 'free' | 'pro' = 'free'): Promise<Caller> {
  const user = await addUser(server, { tier });
  const { apiKey } = await generateApiKey(user.ctx);
  return { user, key: apiKey, project: (await createProject(user.ctx, { name: 'Counted' })).id };
}

/** Changes the settings on both servers. */
async function limit(perMinute: number, perHour: number): Promise<void> {
  await setSettings(server, { maxRequestsPerMinute: perMinute, mcpToolCallsPerHour: perHour });
  second.bus.tellHere('settings', '');
}

const orient = ({ key, project }: Caller, at = server): Promise<McpAnswer> =>
  callTool(at, 'orient', {}, { key, project });
const list = ({ key, project }: Caller): Promise<McpAnswer> => askModern(server, 'tools/list', {}, { key, project });
const rest = ({ key, project }: Caller) =>
  server.http.inject({ url: `/api/projects/${project}/plan`, headers: { authorization: `Bearer ${key}` } });

/** Calls until one is refused; returns how many were admitted. */
async function callUntilRefused(call: () => Promise<{ status: number }>, most = 500): Promise<number> {
  for (let count = 0; count < most; count += 1) if ((await call()).status === 429) return count;
  return most;
}

describe('a key may call as often as the settings say', () => {
  test.each([1, 7, 60, 90])('%i times a minute, to the call', async (perMinute) => {
    await limit(perMinute, 100_000);
    const caller = await addCaller();
    expect(await callUntilRefused(() => orient(caller))).toBe(perMinute);
  });

  test('7 times an hour, to the call', async () => {
    await limit(100_000, 7);
    const caller = await addCaller();
    expect(await callUntilRefused(() => orient(caller))).toBe(7);
  });

  test('although a server whose clock was an hour ahead has counted some of its calls', async () => {
    await limit(3, 100_000);
    const caller = await addCaller();
    second.clock.advance(3_600_000);
    expect((await orient(caller, second)).status).toBe(200);
    second.clock.advance(-3_600_000);
    expect(await callUntilRefused(() => orient(caller))).toBe(3);
  });

  test('and what is refused leaves nothing behind', async () => {
    await limit(2, 100_000);
    const { key, project } = await addCaller();
    const note = () => callTool(server, 'note', { type: 'finding', body: 'Wet.' }, { key, project });
    // Concurrent, so that none of them knows that another was refused.
    const answers = await Promise.all([note(), note(), note(), note(), note()]);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
    const { rows } = await server.database.pool.query('select count(*)::int as n from notes where project_id = $1', [
      project,
    ]);
    expect(rows).toEqual([{ n: 2 }]);
  });

  test('five times as often on a paid plan', async () => {
    await limit(4, 100_000);
    expect(await callUntilRefused(await callsOf('pro'))).toBe(20);
    await limit(100_000, 3);
    expect(await callUntilRefused(await callsOf('pro'))).toBe(15);
    expect(await callUntilRefused(await callsOf('free'))).toBe(3);
  });

  async function callsOf(tier: 'free' | 'pro') {
    const caller = await addCaller(tier);
    return () => orient(caller);
  }

  test('and as they are changed while the server runs', async () => {
    await limit(2, 100_000);
    const caller = await addCaller();
    expect(await callUntilRefused(() => orient(caller))).toBe(2);
    await limit(10, 100_000);
    server.clock.advance(60_000);
    expect(await callUntilRefused(() => orient(caller))).toBe(10);
  });

  test('however many servers share the database, and however many calls come at once', async () => {
    await limit(10, 100_000);
    const caller = await addCaller();
    second.clock.advance(server.now().getTime() - second.now().getTime());
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, place) => orient(caller, place % 2 === 0 ? server : second)),
    );
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    expect([count(200), count(429)]).toEqual([10, 30]);
  });

  test('and never more than that in any period, wherever it begins', async () => {
    await limit(10, 100_000);
    const caller = await addCaller();
    const taken: number[] = [];
    const start = server.clock.now().getTime();
    // An agent that never stops calling: a fixed window would admit twice the limit around each boundary.
    for (let second_ = 0; second_ < 240; second_ += 1) {
      for (let tries = 0; tries < 3; tries += 1)
        if ((await orient(caller)).status === 200) taken.push(server.clock.now().getTime() - start);
      server.clock.advance(1_000);
    }
    const inMinuteAfter = (from: number) => taken.filter((at) => at >= from && at < from + 60_000).length;
    // The first minute has the initial burst and its refill.
    expect(Math.max(...taken.filter((at) => at >= 60_000).map(inMinuteAfter))).toBe(10);
    expect(inMinuteAfter(0)).toBe(19);
    expect(taken.length).toBe(10 + 39);
  });
});

test('a key that waited as long as it was told is let in, and not a second earlier', async () => {
  await limit(6, 100_000);
  const caller = await addCaller();
  await callUntilRefused(() => orient(caller));
  const refused = await orient(caller);
  expect(refused.headers['retry-after']).toBe('10');
  server.clock.advance(9_000);
  expect((await orient(caller)).status).toBe(429);
  server.clock.advance(1_000);
  expect((await orient(caller)).status).toBe(200);
  expect((await orient(caller)).status).toBe(429);
});

test('a refusal is an error of the protocol with what to do next', async () => {
  await limit(100_000, 2);
  const caller = await addCaller();
  await orient(caller);
  await orient(caller);
  const refused = await orient(caller);
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBe('1800');
  expect(refused.id).toBe(1);
  expect(refused.error).toEqual({
    code: -32_000,
    message:
      'The agents of this account may call 2 times per hour. Nothing was changed: wait 1800 seconds, then send the same call again.',
    data: {
      errorType: 'USAGE_LIMIT_EXCEEDED',
      errorCode: 'RATE_LIMITED',
      retryAfterSeconds: 1800,
      usage: { hour: { current: 2, limit: 2 } },
      requestId: expect.any(String),
    },
  });
});

test('a call that is refused costs nothing', async () => {
  await limit(2, 100_000);
  const caller = await addCaller();
  await orient(caller);
  await orient(caller);
  for (let tries = 0; tries < 20; tries += 1) expect((await orient(caller)).status).toBe(429);
  server.clock.advance(60_000);
  expect(await callUntilRefused(() => orient(caller))).toBe(2);
});

test('what a call is refused for costs nothing either, before it is counted', async () => {
  await limit(2, 100_000);
  const caller = await addCaller();
  const batch = await ask(server, [], caller);
  const twice = await callTool(server, 'orient', {}, { ...caller, url: `/mcp/${caller.user.id}` });
  expect([batch.status, twice.status]).toEqual([400, 400]);
  expect(await callUntilRefused(() => orient(caller))).toBe(2);
});

test('a tool’s call counts by the hour and the minute, any other request by the minute', async () => {
  await limit(100_000, 2);
  const caller = await addCaller();
  for (let tries = 0; tries < 10; tries += 1) expect((await list(caller)).status).toBe(200);
  expect(await callUntilRefused(() => orient(caller))).toBe(2);
  expect((await list(caller)).status).toBe(200);
  await limit(3, 100_000);
  const other = await addCaller();
  expect(await callUntilRefused(() => list(other))).toBe(3);
});

test('a request refused by the minute says so, though the hour is used up as well', async () => {
  await limit(100_000, 1);
  const caller = await addCaller();
  await orient(caller);
  await limit(1, 1);
  const refused = await list(caller);
  expect(refused.error?.message).toMatch(/^The agents of this account may call 1 times per minute\./);
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
});

test('calls of the REST address with the same key are taken from the same allowance', async () => {
  await limit(3, 100_000);
  const caller = await addCaller();
  expect((await rest(caller)).statusCode).toBe(200);
  expect((await orient(caller)).status).toBe(200);
  expect((await rest(caller)).statusCode).toBe(200);
  const refused = await rest(caller);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '20']);
  expect(refused.json()).toMatchObject({
    success: false,
    errorType: 'USAGE_LIMIT_EXCEEDED',
    usage: { minute: { current: 3, limit: 3 } },
  });
  expect((await orient(caller)).status).toBe(429);
});

test('a tool over REST counts once', async () => {
  await limit(3, 100_000);
  const { key, project } = await addCaller();
  const call = async () => {
    const answer = await server.http.inject({
      method: 'POST',
      url: `/api/projects/${project}/tools/orient`,
      headers: { 'x-user-api-key': key },
      payload: {},
    });
    return { status: answer.statusCode };
  };
  expect(await callUntilRefused(call)).toBe(3);
});

test('one key’s calls are not taken from another’s', async () => {
  await limit(2, 100_000);
  const [one, other] = [await addCaller(), await addCaller()];
  expect(await callUntilRefused(() => orient(one))).toBe(2);
  expect(await callUntilRefused(() => orient(other))).toBe(2);
});
