import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { addExample, addUser, cookieOf, fetchToken, type TestUser } from '#test/builders.ts';
import { fillDisk } from '#test/fill-disk.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { type McpAnswer, ask as send, askEarlier, askModern, callTool, setSettings } from '#test/mcp-call.ts';
import { generateApiKey } from './auth/index.ts';
import { saveCheckpoint } from './plan/index.ts';

const FULL =
  'The server’s disk is full, so nothing was saved. Reading still works; please tell whoever runs this server.';

let server: TestServer;
let admin: TestUser;
let user: TestUser;
let key: string;
let project: Id;
let ids: Record<string, string>;
let tokens: { admin: string; user: string };
let makeRoom: (() => Promise<void>) | undefined;

const ask = async (url: string, headers: Record<string, string>, method: 'GET' | 'POST' = 'GET', payload?: object) => {
  const answer = await server.http.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  return { status: answer.statusCode, body: answer.body };
};
const byKey = () => ({ authorization: `Bearer ${key}`, 'x-project-id': project });
const byUser = () => ({ authorization: `Bearer ${tokens.user}` });
const byAdmin = () => ({ authorization: `Bearer ${tokens.admin}` });

/** Every read endpoint, with real ids in its path. */
const reads = () =>
  server.http.mounted.flatMap((route) => {
    const [method, path = ''] = route.split(' ');
    if (method !== 'GET' || !path.startsWith('/api/') || path.endsWith('/events') || path.includes('*')) return [];
    const id = Object.entries(ids).find(([start]) => path.startsWith(start))?.[1] ?? project;
    const query = path.endsWith('/search') ? '?q=door' : path.endsWith('/export') ? '?format=json' : '';
    return [path.replace(':id', id).replace(':version', '1') + query];
  });

const statusesOf = async (headers: Record<string, string>) => {
  const found: [string, number][] = [];
  for (const url of reads()) found.push([url, (await ask(url, headers)).status]);
  return found;
};

const READS: [string, object][] = [
  ['orient', {}],
  ['plan_read', {}],
  ['plan_read', { q: 'door' }],
  ['task_get', { id: 'T1' }],
];

let before: [string, number][][];

beforeAll(async () => {
  server = await startTestServer();
  admin = await addUser(server, { isAdmin: true });
  user = await addUser(server);
  ({ apiKey: key } = await generateApiKey(user.ctx));
  ({ projectId: project } = await addExample(server, user));
  const checkpoint = await saveCheckpoint(user.ctx, { id: project, name: 'Before' });
  ids = { '/api/checkpoints/': checkpoint.id, '/api/admin/users/': user.id };
  // Better Auth has started, as on a server in use.
  tokens = { admin: await fetchToken(server, admin), user: await fetchToken(server, user) };
  await server.database.pool.query('delete from batons');
  await setSettings(server, { maxRequestsPerMinute: 10_000 });
  const { isError, text } = await callTool(server, 'task_claim', {}, { key, project });
  if (isError) throw new Error(text);
  before = [await statusesOf(byKey()), await statusesOf(byUser()), await statusesOf(byAdmin())];
  makeRoom = await fillDisk(server.database.pool);
});
afterAll(async () => {
  await makeRoom?.();
  await server.dispose();
});

/** Succeeded, and nothing in it mentions the disk. */
const isPlain = ({ status, body, error, isError }: McpAnswer) =>
  status === 200 && error === undefined && !isError && !body.includes('disk');

describe('on a full disk', () => {
  test('every address that only reads answers as before: to a key, to a person, to an administrator', async () => {
    const statuses = [await statusesOf(byKey()), await statusesOf(byUser()), await statusesOf(byAdmin())];
    expect(statuses).toEqual(before);
    expect(before[0]?.filter(([, status]) => status === 200).length).toBeGreaterThan(10);
  });

  test.each([
    ['newest', askModern],
    ['earlier', askEarlier],
  ])('an agent of the %s protocol finds its tools, its resources and where the project stands', async (_, speak) => {
    const asked = { key, project };
    for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'])
      expect([method, isPlain(await speak(server, method, {}, asked))]).toEqual([method, true]);
    for (const uri of ['baton://prd', 'baton://requirements', 'baton://plan'])
      expect([uri, isPlain(await speak(server, 'resources/read', { uri }, asked))]).toEqual([uri, true]);
    for (const [name, args] of READS)
      expect([name, isPlain(await speak(server, 'tools/call', { name, arguments: args }, asked))]).toEqual([
        name,
        true,
      ]);
  });

  test.each(READS)('%s is answered over REST too', async (tool, args) => {
    const { status, body } = await ask(`/api/projects/${project}/tools/${tool}`, byKey(), 'POST', args);
    expect([status, body.includes('disk')]).toEqual([200, false]);
  });

  test('the holder of a baton whose lease is about to end can read', async () => {
    const { rows } = await server.database.pool.query<{ expires_at: Date }>('select expires_at from batons');
    server.clock.advance((rows[0]?.expires_at.getTime() ?? 0) - server.now().getTime() - 30_000);
    expect(isPlain(await callTool(server, 'orient', {}, { key, project }))).toBe(true);
  });

  test('what would be written is refused, and the refusal is true', async () => {
    const notes = async () => (await server.database.pool.query('select id from notes')).rowCount;
    const had = await notes();
    const { text, isError } = await callTool(server, 'note', { type: 'finding', body: 'Lost' }, { key, project });
    expect([isError, text.startsWith(`INTERNAL_ERROR: ${FULL}`)]).toEqual([true, true]);
    const body = { type: 'FINDING', body: 'Lost' };
    const refused = await ask(`/api/projects/${project}/notes`, byKey(), 'POST', body);
    expect([refused.status, JSON.parse(refused.body)]).toMatchObject([503, { success: false, error: FULL }]);
    expect(await notes()).toBe(had);
    const account = { email: 'new@example.com', password: 'correct horse battery' };
    const signUp = await ask('/api/auth/sign-up/email', { origin: 'http://localhost:3000' }, 'POST', account);
    expect([signUp.status, JSON.parse(signUp.body)]).toMatchObject([503, { success: false, error: FULL }]);
  });

  test('a key that was not filled in is refused as always', async () => {
    const answer = await send(server, {}, { key: '${BATON_API_KEY}', project });
    expect([answer.status, answer.error?.data?.['errorCode']]).toEqual([401, 'API_KEY_NOT_SET']);
  });

  test('a session that would be made longer still gives access tokens', async () => {
    server.clock.advance(2 * 86_400_000);
    expect((await ask('/api/auth/token', { cookie: cookieOf(user) })).status).toBe(200);
    expect((await ask('/api/auth/get-session', { cookie: cookieOf(user) })).status).toBe(200);
  });

  test('a key does not call without end', async () => {
    await makeRoom?.();
    await setSettings(server, { maxRequestsPerMinute: 5 });
    makeRoom = await fillDisk(server.database.pool);
    const statuses = [];
    for (let call = 0; call < 7; call += 1) statuses.push((await ask(`/api/projects/${project}`, byKey())).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });
});
