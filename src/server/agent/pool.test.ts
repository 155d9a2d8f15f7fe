import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { generateApiKey } from '#server/auth/index.ts';
import { createProject } from '#server/projects/index.ts';
import { addUser, raiseProjectLimit } from '#test/builders.ts';
import { countLockWaits } from '#test/count-lock-waits.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { type McpAnswer, askEarlier, callTool, setSettings } from '#test/mcp-call.ts';

/**
 * Every call makes two queries at once: with a pool of two, two calls could deadlock by each holding one connection.
 */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { DATABASE_POOL: '2' } });
  await raiseProjectLimit(server);
});
afterAll(() => server.dispose());

interface Caller {
  key: string;
  project: string;
}

async function addCaller(): Promise<Caller> {
  const user = await addUser(server);
  const { apiKey: key } = await generateApiKey(user.ctx);
  return { key, project: (await createProject(user.ctx, { name: 'Narrow' })).id };
}

const note = (caller: Caller, at = server): Promise<McpAnswer> =>
  callTool(at, 'note', { type: 'finding', body: 'Wet.' }, caller);
const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));
const statuses = (answers: McpAnswer[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);

test('more calls at once than there are connections are all answered', async () => {
  await setSettings(server, { maxRequestsPerMinute: 1_000, mcpToolCallsPerHour: 100_000 });
  const caller = await addCaller();
  expect(statuses(await times(20, () => note(caller)))).toEqual(Array.from({ length: 20 }, () => 200));
});

test('calls that are refused at once are told so, and keep no connection from each other', async () => {
  await setSettings(server, { maxRequestsPerMinute: 1, mcpToolCallsPerHour: 100_000 });
  // Several keys, because a key that was refused is counted before any other work.
  const callers = await times(8, addCaller);
  const answers = await Promise.all(callers.flatMap((caller) => [note(caller), note(caller), note(caller)]));
  const expected = [...callers.map(() => 200), ...callers.flatMap(() => [429, 429])];
  expect(statuses(answers)).toEqual(expected);
});

test('settings that have to be read again meanwhile keep no connection from a call', async () => {
  await setSettings(server, { maxRequestsPerMinute: 1_000, mcpToolCallsPerHour: 100_000 });
  const caller = await addCaller();
  const dropping = setInterval(() => server.bus.tellHere('settings', ''), 0);
  const answers = await times(20, () => note(caller));
  clearInterval(dropping);
  expect(statuses(answers)).toEqual(Array.from({ length: 20 }, () => 200));
});

test('whoever reads many resources at once leaves a connection to others', async () => {
  const wide = await startTestServer({ env: { DATABASE_POOL: '6' }, databaseUrl: server.databaseUrl });
  await setSettings(wide, { maxRequestsPerMinute: 1_000, mcpToolCallsPerHour: 100_000 });
  const [reader, other] = [await addCaller(), await addCaller()];
  const holder = new pg.Client({ connectionString: server.databaseUrl });
  await holder.connect();
  onTestFinished(async () => {
    await holder.end();
    await wide.dispose();
  });
  await holder.query('begin; lock table task_dependencies in access exclusive mode');
  const reading = times(8, () => askEarlier(wide, 'resources/read', { uri: 'baton://plan' }, reader));
  await vi.waitFor(async () => expect(await countLockWaits(holder)).toBeGreaterThan(0), { timeout: 20_000 });
  expect(await note(other, wide)).toMatchObject({ status: 200, isError: false });
  await holder.query('commit');
  expect((await reading).map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
});
