import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { KEY_TEXTS } from '#contract/api-key-texts.ts';
import { composeApiKey, maskKey } from '#contract/api-key-form.ts';
import type { ApiKeyInfo, NewApiKey } from '#contract/api-key.ts';
import type { FailureBody } from '#contract/errors.ts';
import { auditLog, events, users, usersApiKey } from '#server/platform/db/tables/index.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { countStatements } from '#test/count-statements.ts';
import { holdTime } from '#test/hold-time.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { deleteMe } from './delete-me.ts';
import { generateApiKey, regenerateApiKey } from './generate-api-key.ts';
import { hashApiKey } from './hash-api-key.ts';
import { resetUserApiKey } from './reset-user-api-key.ts';
import { setUserStatus } from './set-user-status.ts';
import { PATIENT } from '#test/patience.ts';

let one: TestServer;
let two: TestServer;
beforeAll(async () => {
  one = await startTestServer();
  two = await startTestServer({ databaseUrl: one.databaseUrl });
  await raiseProjectLimit(one);
});
afterAll(async () => {
  await two.dispose();
  await one.dispose();
});

const SYSTEM = { kind: 'system', name: 'test' } as const;
const UNKNOWN = 'This API key is not known. It may have been regenerated: copy the new one.';
const BROKEN = 'This is not a whole API key. Copy it again; it begins with baton_.';

type Headers = Record<string, string>;

async function ask<T = unknown>(
  server: TestServer,
  method: 'GET' | 'POST',
  url: string,
  headers: Headers,
  body?: object,
) {
  const answer = await server.http.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) });
  const told = answer.json<FailureBody & { data: T }>();
  return { status: answer.statusCode, data: told.data, error: told.error, code: told.errorCode, type: told.errorType };
}
const withKey = (key: string): Headers => ({ authorization: `Bearer ${key}` });
/** A call that every kind of caller may make, and that answers 200 to every valid credential. */
const knock = (server: TestServer, headers: Headers) => ask(server, 'GET', '/api/projects', headers);

async function withoutKey(): Promise<{ user: TestUser; signedIn: Headers }> {
  const user = await addUser(one);
  return { user, signedIn: { authorization: `Bearer ${await tokenFor(one, user)}` } };
}

/** Resolves after a server has received so many notifications about this account. */
function hears(server: TestServer, user: TestUser, times = 1): Promise<void> {
  let left = times;
  return new Promise((resolve) => {
    server.bus.on('principal', (userId) => {
      if (userId === user.id) left -= 1;
      if (left === 0) resolve();
    });
  });
}

/**
 * Creating a key invalidates caches locally and once more by NOTIFY: both must have happened before the test begins.
 */
async function keyOwner(): Promise<{ user: TestUser; key: string }> {
  const user = await addUser(one);
  const heard = [hears(one, user, 2), hears(two, user)];
  const { apiKey } = await generateApiKey(user.ctx);
  await Promise.all(heard);
  return { user, key: apiKey };
}

describe('an account’s key', () => {
  test('is there when it was generated, is shown in full once, and masked ever after', async () => {
    const { signedIn } = await withoutKey();
    const get = () => ask<ApiKeyInfo>(one, 'GET', '/api/auth/api-key', signedIn);
    expect((await get()).data).toEqual({ hasApiKey: false, maskedKey: null, createdAt: null, updatedAt: null });
    const { status, data } = await ask<NewApiKey>(one, 'POST', '/api/auth/api-key', signedIn);
    expect([status, data.maskedKey]).toEqual([200, maskKey(data.apiKey)]);
    const { apiKey, ...rest } = data;
    const shown = (await get()).data;
    expect(shown).toEqual({ hasApiKey: true, ...rest });
    expect(JSON.stringify(shown)).not.toContain(apiKey.slice(4, -4));
  });

  test('is made once: a second one is refused, also of many that are asked for at once', async () => {
    const { user, signedIn } = await withoutKey();
    const asked = await Promise.all(
      Array.from({ length: 6 }, () => ask<NewApiKey>(one, 'POST', '/api/auth/api-key', signedIn)),
    );
    expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409]);
    expect(asked.find(({ status }) => status === 409)).toMatchObject({
      type: 'CONFLICT',
      error: 'This account has an API key already. Regenerate it to get a new one.',
    });
    const winner = asked.find(({ status }) => status === 200)?.data.apiKey ?? '';
    const [row] = await one.db.select().from(usersApiKey).where(eq(usersApiKey.userId, user.id));
    expect(row?.apiKeyHash).toBe(hashApiKey(winner));
  });

  test('cannot be regenerated before there is one', async () => {
    const { signedIn } = await withoutKey();
    const answer = await ask(one, 'POST', '/api/auth/api-key/regenerate', signedIn);
    expect(answer).toMatchObject({ status: 404, type: 'NOT_FOUND', error: 'The API key was not found.' });
  });

  test('is made anew twenty times an hour; beyond, the call and the audit log refuse more', async () => {
    const { user, signedIn } = await withoutKey();
    await generateApiKey(user.ctx);
    for (let times = 0; times < 20; times += 1) await regenerateApiKey(user.ctx);
    const answer = await ask(one, 'POST', '/api/auth/api-key/regenerate', signedIn);
    expect(answer).toMatchObject({
      status: 429,
      type: 'USAGE_LIMIT_EXCEEDED',
      error: expect.stringMatching(/^Too many requests\. Please try again in \d+ seconds\.$/) as string,
    });
    const entries = await one.db.select().from(auditLog).where(eq(auditLog.subject, user.id));
    expect(entries.filter(({ action }) => action === 'api_key.regenerated')).toHaveLength(20);
    const { user: other } = await keyOwner();
    await regenerateApiKey(other.ctx);
  });

  test('is stored as a hash: no table and no audit entry holds a word of it', async () => {
    const { user, key } = await keyOwner();
    const next = (await regenerateApiKey(user.ctx)).apiKey;
    const { rows: tables } = await one.database.pool.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    for (const secret of [key, next].map((each) => each.slice(6, 40)))
      for (const { name } of tables) {
        const found = await one.database.pool.query(`select 1 from ${name} t where position($1 in t::text) > 0`, [
          secret,
        ]);
        expect([name, found.rowCount]).toEqual([name, 0]);
      }
    const entries = await one.db.select().from(auditLog).where(eq(auditLog.subject, user.id));
    expect(entries.map(({ action }) => action).toSorted()).toEqual(['api_key.generated', 'api_key.regenerated']);
  });

  test('tells the open pages of its owner what may be shown of it, also when an administrator takes it away', async () => {
    const { user, key } = await keyOwner();
    const { apiKey: next } = await regenerateApiKey(user.ctx);
    const admin = await addUser(one, { isAdmin: true });
    for (let times = 0; times < 2; times += 1) await resetUserApiKey(admin.ctx, { id: user.id });
    const told = await one.db
      .select()
      .from(events)
      .where(and(eq(events.scope, `user:${user.id}`), eq(events.type, 'api_key.updated')))
      .orderBy(events.seq);
    expect(told.map(({ type, data }) => [type, data])).toMatchObject([
      ['api_key.updated', { hasApiKey: true, maskedKey: maskKey(key) }],
      ['api_key.updated', { hasApiKey: true, maskedKey: maskKey(next) }],
      ['api_key.updated', { hasApiKey: false, maskedKey: null, createdAt: null, updatedAt: null }],
    ]);
  });

  test('goes with its account', async () => {
    const { user, key } = await keyOwner();
    expect((await knock(one, withKey(key))).status).toBe(200);
    await deleteMe(user.ctx, { confirm: user.email });
    expect(await knock(one, withKey(key))).toMatchObject({ status: 401, error: UNKNOWN });
  });
});

describe('regenerating', () => {
  test('ends the old key at once, here and on the other server; the new one opens', async () => {
    const { user, key } = await keyOwner();
    for (const server of [one, two]) expect((await knock(server, withKey(key))).status).toBe(200);
    const told = hears(two, user);
    const next = await regenerateApiKey(user.ctx);
    expect(await knock(one, withKey(key))).toMatchObject({ status: 401, error: UNKNOWN });
    await told;
    expect(await knock(two, withKey(key))).toMatchObject({ status: 401, error: UNKNOWN });
    for (const server of [one, two]) expect((await knock(server, withKey(next.apiKey))).status).toBe(200);
    expect(Date.parse(next.createdAt)).toBeLessThanOrEqual(Date.parse(next.updatedAt));
  });

  test('while the key is in use never lets the old one in again', async () => {
    const { user, key } = await keyOwner();
    for (let round = 0; round < 5; round += 1) {
      const calls = Array.from({ length: 4 }, () => knock(one, withKey(key)));
      await Promise.all([...calls, ...(round === 0 ? [regenerateApiKey(user.ctx)] : [])]);
      expect((await knock(one, withKey(key))).status).toBe(401);
    }
  });
});

describe('suspension', () => {
  test('shuts the key out at once, here and on the other server, and back in when it is lifted', async () => {
    const { user, key } = await keyOwner();
    for (const server of [one, two]) expect((await knock(server, withKey(key))).status).toBe(200);
    const told = hears(two, user);
    await setUserStatus(one.contextFor(SYSTEM), { userId: user.id, status: 'suspended' });
    const refused = {
      status: 403,
      type: 'ACCOUNT_SUSPENDED',
      error: 'This account is suspended. Please contact support.',
    };
    expect(await knock(one, withKey(key))).toMatchObject(refused);
    await told;
    expect(await knock(two, withKey(key))).toMatchObject(refused);
    await setUserStatus(one.contextFor(SYSTEM), { userId: user.id, status: 'active' });
    expect((await knock(one, withKey(key))).status).toBe(200);
  });

  test('that no server was told of is noticed when what is kept grows old', async () => {
    const { user, key } = await keyOwner();
    expect((await knock(two, withKey(key))).status).toBe(200);
    await one.db.update(users).set({ status: 'suspended' }).where(eq(users.id, user.id));
    await expect.poll(() => knock(two, withKey(key)), { ...PATIENT, interval: 100 }).toMatchObject({ status: 403 });
  });
});

describe('a call by key', () => {
  test('may carry it as a bearer or as x-user-api-key; the latter wins over what else is sent', async () => {
    const { key } = await keyOwner();
    const accepted: Headers[] = [
      { authorization: `Bearer ${key}` },
      { authorization: `bearer   ${key}` },
      { 'x-user-api-key': key },
      { 'x-user-api-key': key, authorization: 'Bearer nonsense' },
    ];
    for (const headers of accepted) expect([headers, (await knock(one, headers)).status]).toEqual([headers, 200]);
  });

  test.each([
    ['an unset variable of a shell', { authorization: 'Bearer ${BATON_API_KEY}' }],
    ['a variable with a default', { authorization: 'Bearer ${env:BATON_API_KEY}' }],
    ['an unset variable in the other header', { 'x-user-api-key': '${BATON_API_KEY}' }],
    ['a variable without braces', { authorization: 'Bearer $BATON_API_KEY' }],
    ['one of two headers', { 'x-user-api-key': '$BATON_API_KEY', authorization: 'Bearer nonsense' }],
  ])('with %s is told that the variable is not set', async (_name, headers) => {
    expect(await knock(one, headers)).toMatchObject({
      status: 401,
      type: 'AUTHENTICATION_ERROR',
      code: 'API_KEY_NOT_SET',
      error: KEY_TEXTS.notSet,
    });
  });

  test('tells a mistyped key from one that is not known', async () => {
    const { key } = await keyOwner();
    const typo = `${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`;
    const other = composeApiKey((count) => crypto.getRandomValues(new Uint8Array(count)));
    for (const broken of [typo, key.slice(0, -1), `${key}0`, 'baton_'])
      expect(await knock(one, withKey(broken))).toMatchObject({ status: 401, error: BROKEN });
    for (const broken of ['', 'something else', key.slice(6)])
      expect(await knock(one, { 'x-user-api-key': broken })).toMatchObject({ status: 401, error: BROKEN });
    expect(await knock(one, withKey(other))).toMatchObject({ status: 401, error: UNKNOWN });
  });

  test('that names something else than a project is told so, and another user’s project is not there', async () => {
    const { user, key } = await keyOwner();
    const stranger = await addUser(one);
    const create = async (by: TestUser, name: string) => {
      const signedIn = { authorization: `Bearer ${await tokenFor(one, by)}` };
      return (await ask<{ id: string }>(one, 'POST', '/api/projects', signedIn, { name })).data;
    };
    const [own, second] = [await create(user, 'Own'), await create(user, 'Second')];
    const foreign = await create(stranger, 'Foreign');
    const read = (id: string, named: string) =>
      ask(one, 'GET', `/api/projects/${id}/plan`, { ...withKey(key), 'x-project-id': named });
    expect(await read(own.id, 'T12')).toMatchObject({ status: 400, type: 'VALIDATION_ERROR' });
    expect((await read(own.id, own.id)).status).toBe(200);
    expect((await read(own.id, '')).status).toBe(200);
    for (const [id, named] of [
      [second.id, own.id],
      [foreign.id, own.id],
      [foreign.id, foreign.id],
    ] as const)
      expect(await read(id, named)).toMatchObject({ status: 404, error: 'The project was not found.' });
  });

  test('cannot do what is a person’s to do', async () => {
    const { user, key } = await keyOwner();
    for (const [method, url] of [
      ['GET', '/api/auth/api-key'],
      ['POST', '/api/auth/api-key'],
      ['POST', '/api/auth/api-key/regenerate'],
      ['GET', '/api/agents'],
      ['GET', '/api/me'],
      ['POST', '/api/projects'],
    ] as const)
      expect([url, await ask(one, method, url, withKey(key))]).toMatchObject([
        url,
        { status: 403, type: 'FORBIDDEN', error: 'An API key cannot do this; sign in to the web app.' },
      ]);
    const [row] = await one.db.select().from(usersApiKey).where(eq(usersApiKey.userId, user.id));
    expect(row?.apiKeyHash).toBe(hashApiKey(key));
  });

  test('asks the database about its key once, not every time', async () => {
    holdTime();
    const { key } = await keyOwner();
    await knock(one, withKey(key));
    const counting = countStatements(one.database.pool);
    for (let call = 0; call < 5; call += 1) await knock(one, withKey(key));
    expect(counting.stop().filter((text) => text.includes('api_key_hash'))).toEqual([]);
  });
});

describe('verifying a key', () => {
  test('says whether it is the caller’s own and works, and of others nothing', async () => {
    const { user, key } = await keyOwner();
    const { key: theirs } = await keyOwner();
    const signedIn = { authorization: `Bearer ${await tokenFor(one, user)}` };
    const verify = async (apiKey: string, headers: Headers = signedIn) =>
      (await ask(one, 'POST', '/api/auth/api-key/verify', headers, { apiKey })).data;
    expect(await verify(key)).toEqual({ valid: true, reason: null });
    expect(await verify(key, withKey(key))).toEqual({ valid: true, reason: null });
    expect(await verify(theirs)).toEqual({ valid: false, reason: 'unknown' });
    expect(await verify(composeApiKey((count) => new Uint8Array(count)))).toEqual({ valid: false, reason: 'unknown' });
    expect(await verify(`${key.slice(0, -1)}${key.endsWith('x') ? 'y' : 'x'}`)).toEqual({
      valid: false,
      reason: 'checksum',
    });
    for (const other of ['x', 'hello', key.slice(0, -1)])
      expect(await verify(other)).toEqual({ valid: false, reason: 'malformed' });
    const next = (await regenerateApiKey(user.ctx)).apiKey;
    expect([await verify(key), await verify(next)]).toEqual([
      { valid: false, reason: 'unknown' },
      { valid: true, reason: null },
    ]);
  });
});
