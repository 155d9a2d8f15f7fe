import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { maskKey } from '#contract/api-key-form.ts';
import type { FailureBody } from '#contract/errors.ts';
import type { Id } from '#contract/fields.ts';
import { KEYS_MAX, type NamedKey, type NewNamedKey } from '#contract/named-keys.ts';
import { TOOL_NAMES } from '#contract/tool-names.ts';
import { newId } from '#server/platform/id.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { callTool, setSettings } from '#test/mcp-call.ts';
import { generateApiKey } from './generate-api-key.ts';
import { hashApiKey } from './hash-api-key.ts';
import { makeKey } from './make-key.ts';
import { resetUserApiKey } from './reset-user-api-key.ts';
import { rotateKey } from './rotate-key.ts';
import { verifyApiKey } from './verify-api-key.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  await raiseProjectLimit(server);
  await setSettings(server, { maxRequestsPerMinute: 1_000 });
});
afterAll(() => server.dispose());

type Headers = Record<string, string>;
const withKey = (key: string): Headers => ({ authorization: `Bearer ${key}` });
const signedIn = async (user: TestUser): Promise<Headers> => withKey(await tokenFor(server, user));

async function ask<T = unknown>(
  method: 'GET' | 'POST' | 'DELETE' | 'PATCH' | 'PUT',
  url: string,
  headers: Headers,
  body?: object,
) {
  const answer = await server.http.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) });
  const told = answer.json<FailureBody & { data: T; nextCursor?: string | null }>();
  return { status: answer.statusCode, data: told.data, error: told.error, next: told.nextCursor };
}

async function addPerson() {
  const user = await addUser(server);
  const headers = await signedIn(user);
  const add = async (name: string) => (await ask<{ id: Id }>('POST', '/api/projects', headers, { name })).data.id;
  const [first, second] = [await add('First'), await add('Second')];
  const make = async (fields: object) => ask<NewNamedKey>('POST', '/api/me/keys', headers, fields);
  const key = async (fields: object = {}) =>
    (await makeKey(user.ctx, { name: newId(), ...fields }, async () => undefined)).api_key;
  const list = async () => (await ask<NamedKey[]>('GET', '/api/me/keys', headers)).data;
  return { user, headers, first, second, make, key, list };
}

/** Sessions of tests are signed by the real time, so time is put back afterwards. */
function passDays(days: number): void {
  server.clock.advance(days * DAY_MS);
  onTestFinished(() => server.clock.advance(-days * DAY_MS));
}

const inDays = (days: number) => new Date(server.clock.now().getTime() + days * DAY_MS).toISOString();
const knock = (key: string) => ask('GET', '/api/projects', withKey(key));

describe('an account’s keys', () => {
  test('have names, and each is shown in full once', async () => {
    const { make, list, first } = await addPerson();
    const made = await make({ name: 'CI', project_id: first, read_only: true, expires_at: inDays(30) });
    expect(made.status).toBe(201);
    const { api_key: secret, ...shown } = made.data;
    expect(shown).toMatchObject({ name: 'CI', masked_key: maskKey(secret), project_id: first, read_only: true });
    expect(shown.expires_at).toBe(inDays(30));
    await make({ name: 'Laptop' });
    const all = await list();
    expect(all.map(({ name }) => name)).toEqual(['Laptop', 'CI']);
    expect(all[1]).toEqual(shown);
    expect(JSON.stringify(all)).not.toContain(secret.slice(4, -4));
  });

  test('are told by mail when they are made and when they get another secret', async () => {
    const { user, make, first, headers } = await addPerson();
    const { data } = await make({ name: 'CI', project_id: first, read_only: true });
    await make({ name: 'Laptop' });
    await ask('POST', `/api/me/keys/${data.id}/rotate`, headers);
    const mails = server.sent.filter(({ to }) => to === user.email);
    expect(mails.map(({ subject }) => subject)).toEqual([
      'A new API key for Baton',
      'A new API key for Baton',
      'A new secret for an API key of Baton',
    ]);
    expect(mails[0]?.text).toContain('It reads one project. It does not expire.');
    expect(mails[1]?.text).toContain('It reads and writes all your projects.');
    expect(JSON.stringify(mails)).not.toContain(data.api_key);
  });

  test('are read page by page', async () => {
    const { make, headers } = await addPerson();
    for (const name of ['a', 'b', 'c']) await make({ name });
    const page = (cursor = '') => ask<NamedKey[]>('GET', `/api/me/keys?limit=2${cursor}`, headers);
    const newest = await page();
    expect(newest.data.map(({ name }) => name)).toEqual(['c', 'b']);
    const rest = await page(`&cursor=${newest.next}`);
    expect([rest.data.map(({ name }) => name), rest.next]).toEqual([['a'], null]);
  });

  test('have a name each, whatever its case, and the single key is the one named default', async () => {
    const { make, headers, user, list } = await addPerson();
    await make({ name: 'Laptop' });
    expect(await make({ name: ' laptop ' })).toMatchObject({
      status: 409,
      error: 'There is a key named laptop already. Choose another name.',
    });
    const single = () => ask<{ hasApiKey: boolean; maskedKey: string }>('GET', '/api/auth/api-key', headers);
    expect((await single()).data.hasApiKey).toBe(false);
    const made = (await make({ name: 'Default' })).data;
    expect(made.name).toBe('default');
    expect((await single()).data).toMatchObject({ hasApiKey: true, maskedKey: made.masked_key });
    await expect(generateApiKey(user.ctx)).rejects.toMatchObject({ type: 'CONFLICT' });
    expect((await list()).map(({ name }) => name)).toEqual(['default', 'Laptop']);
  });

  test('are at most twenty, also of many that are asked for at once', async () => {
    const { user, headers, list } = await addPerson();
    const insert = `insert into users_api_key (user_id, name, api_key_hash, masked_key) select $1::uuid, 'k' || n, $1::uuid::text || n, '' from generate_series(1, $2::int) n`;
    await server.database.pool.query(insert, [user.id, KEYS_MAX - 1]);
    const asked = await Promise.all(['x', 'y', 'z'].map((name) => ask('POST', '/api/me/keys', headers, { name })));
    expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect(await list()).toHaveLength(KEYS_MAX);
    await expect(generateApiKey(user.ctx)).rejects.toMatchObject({ type: 'CONFLICT' });
  });

  test('are refused for a time that is over and for a project that is not theirs', async () => {
    const { make, list } = await addPerson();
    const stranger = await addPerson();
    expect(await make({ name: 'Late', expires_at: inDays(-1) })).toMatchObject({ status: 400 });
    for (const project_id of [stranger.first, newId()])
      expect(await make({ name: 'Theirs', project_id })).toMatchObject({
        status: 404,
        error: 'The project was not found.',
      });
    expect(await list()).toEqual([]);
  });

  test('are the account’s own to rotate and revoke', async () => {
    const { make } = await addPerson();
    const stranger = await addPerson();
    const { id, api_key: secret } = (await make({ name: 'Laptop' })).data;
    for (const [method, url] of [
      ['POST', `/api/me/keys/${id}/rotate`],
      ['DELETE', `/api/me/keys/${id}`],
    ] as const)
      expect(await ask(method, url, stranger.headers)).toMatchObject({
        status: 404,
        error: 'The API key was not found.',
      });
    expect((await knock(secret)).status).toBe(200);
  });

  test('end one by one, and all of them when an administrator resets the account’s', async () => {
    const { user, make, headers, list } = await addPerson();
    const [one, two] = [(await make({ name: 'One' })).data, (await make({ name: 'Two' })).data];
    for (const { api_key: secret } of [one, two]) expect((await knock(secret)).status).toBe(200);
    expect((await ask('DELETE', `/api/me/keys/${one.id}`, headers)).status).toBe(200);
    expect([(await knock(one.api_key)).status, (await knock(two.api_key)).status]).toEqual([401, 200]);
    const admin = await addUser(server, { isAdmin: true });
    expect(await resetUserApiKey(admin.ctx, { id: user.id })).toEqual({ hadKey: true });
    expect((await knock(two.api_key)).status).toBe(401);
    expect(await list()).toEqual([]);
  });

  test('share what the account may call', async () => {
    const { key, first } = await addPerson();
    const keys = [await key(), await key()];
    await setSettings(server, { maxRequestsPerMinute: 4 });
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1)
      statuses.push((await callTool(server, 'orient', {}, { key: keys[call % 2] ?? '', project: first })).status);
    await setSettings(server, { maxRequestsPerMinute: 1_000 });
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  });

  test('say when, by whom and from where they were used last, and the log of calls names them', async () => {
    const { make, list, first } = await addPerson();
    const { api_key: secret, id } = (await make({ name: 'Laptop' })).data;
    await callTool(server, 'orient', {}, { key: secret, project: first, headers: { 'x-agent-name': 'codex-1' } });
    const used = async () => (await list()).find((each) => each.id === id);
    await expect.poll(async () => (await used())?.last_used_by).toBe('codex-1');
    expect(await used()).toMatchObject({ last_used_at: server.clock.now().toISOString(), last_used_from: '127.0.0.1' });
    const { rows } = await server.database.pool.query('select key_name from mcp_logs where project_id = $1', [first]);
    expect(rows).toEqual([{ key_name: 'Laptop' }]);
  });
});

describe('rotating', () => {
  test('ends the old secret at once; name, scope and lifetime stay', async () => {
    const { make, user, first } = await addPerson();
    const made = (await make({ name: 'CI', project_id: first, read_only: true, expires_at: inDays(30) })).data;
    passDays(10);
    const data = await rotateKey(user.ctx, made);
    expect([(await knock(made.api_key)).status, (await knock(data.api_key)).status]).toEqual([401, 200]);
    expect(data).toMatchObject({ id: made.id, name: 'CI', project_id: first, read_only: true });
    expect([data.expires_at, data.rotated_at]).toEqual([inDays(30), server.clock.now().toISOString()]);
  });
});

describe('a key that expires', () => {
  test('is refused from then on, says so, and works again when it is rotated', async () => {
    const { make, user } = await addPerson();
    const { api_key: secret, id } = (await make({ name: 'Short', expires_at: inDays(1) })).data;
    const verify = () => verifyApiKey(user.ctx, { apiKey: secret });
    expect([(await knock(secret)).status, await verify()]).toEqual([200, { valid: true, reason: null }]);
    passDays(1);
    expect(await knock(secret)).toMatchObject({
      status: 401,
      error: 'This API key has expired. Rotate it, or make another one.',
    });
    expect(await verify()).toEqual({ valid: false, reason: 'expired' });
    expect((await knock((await rotateKey(user.ctx, { id })).api_key)).status).toBe(200);
  });
});

describe('a key of one project', () => {
  test('needs not name it, sees no other, and makes none', async () => {
    const { key, first, second } = await addPerson();
    const bound = withKey(await key({ project_id: first }));
    const list = await ask<{ id: string }[]>('GET', '/api/projects', bound);
    expect(list.data.map(({ id }) => id)).toEqual([first]);
    expect((await ask('GET', `/api/projects/${first}/plan`, bound)).status).toBe(200);
    expect((await ask('GET', `/api/projects/${second}/plan`, bound)).status).toBe(404);
    expect((await ask('GET', '/api/projects', { ...bound, 'x-project-id': second })).status).toBe(404);
    const content = '{"tasks":[{"id":1,"title":"One"}]}';
    const imported = await ask('POST', '/api/projects/import', bound, { content, format: 'task-master' });
    expect(imported).toMatchObject({
      status: 403,
      error: 'This key works in one project only; it cannot make another one.',
    });
  });

  test('opens /mcp without a project, and no other one there', async () => {
    const { key, first, second } = await addPerson();
    const secret = await key({ project_id: first });
    const at = (project?: Id) => callTool(server, 'orient', {}, { key: secret, ...(project ? { project } : {}) });
    expect((await at()).text).toContain('First');
    expect((await at(second)).status).toBe(404);
  });
});

describe('a key that may only read', () => {
  /** What each tool needs before it would change anything. */
  const ARGS: Record<string, object> = {
    task_get: { id: 'T1' },
    task_finish: { id: 'T1', baton: '1.aaaaaaaa', outcome: 'done', summary: 'It is done.' },
    note: { type: 'finding', body: 'Seen.' },
    plan_edit: { ops: [{ op: 'add', title: 'Mine' }] },
    checkpoint: { action: 'save', name: 'Mine' },
  };
  const READS = ['orient', 'plan_read', 'task_get'];

  test.each(TOOL_NAMES)('%s', async (tool) => {
    const { key, first } = await addPerson();
    const secret = await key({ read_only: true });
    const refusal = `This key may only read. To use ${tool}, make a key that may also write on the Account page.`;
    const said = (await callTool(server, tool, { ...ARGS[tool] }, { key: secret, project: first })).text;
    const rest = await ask('POST', `/api/projects/${first}/tools/${tool}`, withKey(secret), ARGS[tool] ?? {});
    if (READS.includes(tool)) {
      for (const text of [said, rest.error ?? '']) expect(text).not.toContain('may only read');
    } else {
      expect(said).toBe(`FORBIDDEN: ${refusal}`);
      expect(rest).toMatchObject({ status: 403, error: refusal });
    }
  });

  test('lists checkpoints, and changes nothing over REST', async () => {
    const { key, first } = await addPerson();
    const secret = await key({ read_only: true });
    const listed = await callTool(server, 'checkpoint', { action: 'list' }, { key: secret, project: first });
    expect(listed.isError).toBe(false);
    const written = await ask('PUT', `/api/projects/${first}`, withKey(secret), { name: 'Changed' });
    expect(written).toMatchObject({
      status: 403,
      error: expect.stringMatching(/^This key may only read\./) as string,
    });
    const { rows } = await server.database.pool.query('select name from projects where id = $1', [first]);
    expect(rows).toEqual([{ name: 'First' }]);
  });
});

test('a key from before keys had names is named default, and works as it did', async () => {
  const { user, list, key } = await addPerson();
  const secret = await key();
  await server.database.pool.query('delete from users_api_key where user_id = $1', [user.id]);
  await server.database.pool.query(
    'insert into users_api_key (user_id, api_key_hash, masked_key) values ($1, $2, $3)',
    [user.id, hashApiKey(secret), maskKey(secret)],
  );
  server.bus.tellHere('principal', user.id);
  expect((await knock(secret)).status).toBe(200);
  expect(await list()).toMatchObject([{ name: 'default', project_id: null, read_only: false, expires_at: null }]);
});
