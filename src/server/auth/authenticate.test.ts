import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { SignJWT, UnsecuredJWT, decodeJwt, decodeProtectedHeader, generateKeyPair } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '#server/platform/context.ts';
import { jwks, sessions, users } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { type AuthServer, type Browser, startAuthServer } from '#test/auth-server.ts';
import { countStatements } from '#test/count-statements.ts';
import { holdTime } from '#test/hold-time.ts';
import { isSessionLive } from './authenticate.ts';
import { generateApiKey, regenerateApiKey } from './generate-api-key.ts';
import { revokeMySession } from './revoke-my-session.ts';
import { setUserStatus } from './set-user-status.ts';
import { updateMe } from './update-me.ts';

let one: AuthServer;
let two: AuthServer;
beforeAll(async () => {
  one = await startAuthServer({ env: { BATON_ADMIN_EMAILS: 'named@example.com' } });
  two = await startAuthServer({ databaseUrl: one.databaseUrl });
  await one.addAccount('first@example.com');
});
afterAll(async () => {
  await two.dispose();
  await one.dispose();
});

const SYSTEM = { kind: 'system', name: 'test' } as const;
const ANONYMOUS = { kind: 'anonymous' } as const;
const EXPIRED = {
  type: 'AUTHENTICATION_ERROR',
  message: 'Your session has expired. Please sign in again.',
  detail: { code: 'SESSION_EXPIRED' },
};
const INVALID = { type: 'AUTHENTICATION_ERROR', message: 'Invalid authentication token' };
const SUSPENDED = { type: 'ACCOUNT_SUSPENDED', message: 'This account is suspended. Please contact support.' };

const authenticate = (server: AuthServer, headers: Record<string, string | undefined>) =>
  server.auth.authenticate(server.contextFor(ANONYMOUS), headers);
const bearer = (server: AuthServer, token: string) => authenticate(server, { authorization: `Bearer ${token}` });

let made = 0;
async function signedIn(): Promise<{ visitor: Browser; token: string; actor: Extract<Actor, { kind: 'user' }> }> {
  made += 1;
  const email = `caller-${made}@example.com`;
  await one.addAccount(email);
  const visitor = one.browser();
  await visitor.signIn(email);
  const token = await visitor.token();
  return { visitor, token, actor: (await bearer(one, token)) as Extract<Actor, { kind: 'user' }> };
}

describe('a request', () => {
  test('without credentials is anonymous', async () => {
    expect(await authenticate(one, {})).toEqual(ANONYMOUS);
  });

  test('with an access token is its user, by address while without a name, on every server of the database', async () => {
    const { token, actor } = await signedIn();
    expect(actor).toEqual({
      kind: 'user',
      userId: decodeJwt(token).sub,
      sessionId: decodeJwt(token).sid,
      name: expect.stringMatching(/^caller-\d+@example\.com$/),
      isAdmin: false,
    });
    expect(await bearer(two, token)).toEqual(actor);
  });

  test('with an access token carries five minutes, our address and nothing else', async () => {
    const { token } = await signedIn();
    const { exp = 0, iat = 0, ...claims } = decodeJwt(token);
    expect(exp - iat).toBe(300);
    expect(claims).toEqual({
      sub: expect.any(String),
      sid: expect.any(String),
      iss: 'http://localhost:3000',
      aud: 'http://localhost:3000',
    });
    expect(decodeProtectedHeader(token).alg).toBe('EdDSA');
  });

  test.each([
    { authorization: 'Bearer baton_0123456789012345678901234567890123456789' },
    { 'x-user-api-key': 'baton_0123456789012345678901234567890123456789' },
    { 'x-user-api-key': 'something else' },
    { 'x-user-api-key': '' },
  ])('with %j, which is no whole API key, is refused', async (headers) => {
    await expect(authenticate(one, headers)).rejects.toMatchObject({
      type: 'AUTHENTICATION_ERROR',
      message: 'This is not a whole API key. Copy it again; it begins with baton_.',
    });
  });

  test.each([
    '',
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Basic dXNlcjpwYXNz',
    'Bearer nonsense',
    'Bearer a.b.c',
    `Bearer ${'x'.repeat(5_000)}`,
  ])('with the malformed header %j is refused', async (authorization) => {
    await expect(authenticate(one, { authorization })).rejects.toMatchObject(INVALID);
  });

  test('as an administrator is one by the table or by the operator’s list', async () => {
    await one.addAccount('named@example.com');
    const visitor = one.browser();
    await visitor.signIn('named@example.com');
    const token = await visitor.token();
    expect(await bearer(one, token)).toMatchObject({ isAdmin: true });
    expect(await bearer(two, token)).toMatchObject({ isAdmin: false });
    const first = one.browser();
    await first.signIn('first@example.com');
    expect(await bearer(two, await first.token())).toMatchObject({ isAdmin: true });
  });
});

describe('the name of an agent', () => {
  test.each([
    [{ 'x-agent-name': 'codex', 'user-agent': 'claude-code/2.1' }, 'codex'],
    [{ 'x-agent-name': '  two\twords \u0007 ' }, 'two words'],
    [{ 'x-agent-name': ' ', 'user-agent': 'claude-code/2.1 (linux)' }, 'claude-code'],
    [{ 'user-agent': 'curl/8.0' }, 'An agent'],
    [{ 'user-agent': 'Mozilla/5.0 (X11)' }, 'An agent'],
    [{}, 'An agent'],
    [{ 'x-agent-name': 'x'.repeat(300) }, 'x'.repeat(100)],
    [{ 'x-agent-name': '=?base64?5bCP5piO?=' }, '小明'],
    [{ 'x-agent-name': '=?base64?YQBiCmM=?=' }, 'a b c'],
    [{ 'x-agent-name': '=?base64??=', 'user-agent': 'claude-code/2.1' }, 'claude-code'],
    [{ 'x-agent-name': '=?base64?5bCP5piO' }, '=?base64?5bCP5piO'],
    [{ 'x-agent-name': '=?base64?5bCP5piO=?=' }, '=?base64?5bCP5piO=?='],
    [{ 'x-agent-name': '=?base64?/w==?=' }, '=?base64?/w==?='],
  ])('of %j is %j', async (headers, name) => {
    const { actor: owner } = await signedIn();
    const { apiKey } = await generateApiKey(one.contextFor(owner));
    expect(await authenticate(one, { 'x-user-api-key': apiKey, ...headers })).toMatchObject({ name });
  });
});

describe('a forged token', () => {
  const claims = () =>
    new SignJWT({ sid: randomUUID() })
      .setSubject(randomUUID())
      .setExpirationTime('5m')
      .setIssuer('http://localhost:3000')
      .setAudience('http://localhost:3000');

  test('signed with a stranger’s key is refused, whatever key it names', async () => {
    const { token } = await signedIn();
    const { privateKey } = await generateKeyPair('EdDSA');
    const kid = decodeProtectedHeader(token).kid ?? '';
    for (const named of [kid, randomUUID(), undefined]) {
      const forged = await claims()
        .setProtectedHeader({ alg: 'EdDSA', ...(named === undefined ? {} : { kid: named }) })
        .sign(privateKey);
      await expect(bearer(one, forged)).rejects.toMatchObject(INVALID);
    }
  });

  test('without a signature, or signed with the public key as a password, is refused', async () => {
    const [row] = await one.db.select().from(jwks);
    const unsigned = new UnsecuredJWT({ sid: randomUUID() }).setSubject(randomUUID()).setExpirationTime('5m').encode();
    const confused = await claims()
      .setProtectedHeader({ alg: 'HS256', kid: row!.id })
      .sign(new TextEncoder().encode(row!.publicKey));
    for (const forged of [unsigned, confused]) await expect(bearer(one, forged)).rejects.toMatchObject(INVALID);
  });

  test('of another instance with the same keys is refused', async () => {
    const elsewhere = await startAuthServer({
      databaseUrl: one.databaseUrl,
      env: { BATON_URL: 'https://elsewhere.example' },
    });
    const { visitor } = await signedIn();
    await expect(bearer(elsewhere, await visitor.token())).rejects.toMatchObject(INVALID);
    await elsewhere.dispose();
  });

  test('with changed claims is refused', async () => {
    const { token } = await signedIn();
    const [head, , signature] = token.split('.');
    const payload = Buffer.from(JSON.stringify({ ...decodeJwt(token), sub: randomUUID() })).toString('base64url');
    await expect(bearer(one, `${head}.${payload}.${signature}`)).rejects.toMatchObject(INVALID);
  });
});

describe('a token is refused', () => {
  test('when its five minutes are over, although it was good before', async () => {
    const { token } = await signedIn();
    // The token is issued by the real clock.
    const ahead = Date.now() - one.now().getTime() + 400_000;
    one.clock.advance(ahead);
    await expect(bearer(one, token)).rejects.toMatchObject(EXPIRED);
    one.clock.advance(-ahead);
  });

  test('when its session has run out', async () => {
    const { token, actor } = await signedIn();
    await one.db
      .update(sessions)
      .set({ expiresAt: new Date(one.now().getTime() - 1) })
      .where(eq(sessions.id, actor.sessionId));
    one.bus.tellHere('principal', actor.userId);
    await expect(bearer(one, token)).rejects.toMatchObject(EXPIRED);
  });

  test('when its session was ended, here at once and on the other server on its next word', async () => {
    const { token, actor } = await signedIn();
    await bearer(two, token);
    const told = new Promise((resolve) =>
      two.bus.on('principal', (userId) => userId === actor.userId && resolve(undefined)),
    );
    await revokeMySession(one.contextFor(actor), { id: actor.sessionId });
    await expect(bearer(one, token)).rejects.toMatchObject(EXPIRED);
    await told;
    await expect(bearer(two, token)).rejects.toMatchObject(EXPIRED);
  });

  test('when the account is gone', async () => {
    const { token, actor } = await signedIn();
    await one.db.delete(users).where(eq(users.id, actor.userId));
    one.bus.tellHere('principal', actor.userId);
    await expect(bearer(one, token)).rejects.toMatchObject(EXPIRED);
  });

  test('when the account is suspended, here at once and on the other server on its next word', async () => {
    const { token, actor, visitor } = await signedIn();
    await bearer(two, token);
    const told = new Promise((resolve) =>
      two.bus.on('principal', (userId) => userId === actor.userId && resolve(undefined)),
    );
    await setUserStatus(one.contextFor(SYSTEM), { userId: actor.userId, status: 'suspended' });
    await expect(bearer(one, token)).rejects.toMatchObject(SUSPENDED);
    await told;
    await expect(bearer(two, token)).rejects.toMatchObject(SUSPENDED);
    expect(await visitor.get('token')).toMatchObject({ status: 401, body: { errorCode: 'SESSION_EXPIRED' } });

    await setUserStatus(one.contextFor(SYSTEM), { userId: actor.userId, status: 'active' });
    await expect(bearer(one, token)).rejects.toMatchObject(EXPIRED);
  });
});

describe('what is kept about a caller', () => {
  test('saves the database a question, and a new name is seen at once', async () => {
    holdTime();
    const { token, actor } = await signedIn();
    const questions = countStatements(one.database.pool);
    for (let number = 0; number < 20; number += 1) await bearer(one, token);
    expect(questions.stop()).toEqual([]);
    await updateMe(one.contextFor(actor), { display_name: 'Ada' });
    const again = countStatements(one.database.pool);
    expect(await bearer(one, token)).toMatchObject({ name: 'Ada' });
    expect(again.stop()).toHaveLength(1);
  });
});

describe('whether a session is live', () => {
  test('follows the account and the session', async () => {
    const { actor } = await signedIn();
    const ctx = one.contextFor(actor);
    expect(await isSessionLive(ctx)).toBe(true);
    await revokeMySession(ctx, { id: actor.sessionId });
    expect(await isSessionLive(ctx)).toBe(false);
  });

  test('follows the key of an agent: it ends when the key is replaced or its owner suspended', async () => {
    const { actor: owner } = await signedIn();
    const { apiKey } = await generateApiKey(one.contextFor(owner));
    const agent = await bearer(one, apiKey);
    expect(agent).toMatchObject({ kind: 'agent', userId: owner.userId, projectId: null, name: 'An agent' });
    expect(await isSessionLive(one.contextFor(agent))).toBe(true);
    await setUserStatus(one.contextFor(SYSTEM), { userId: owner.userId, status: 'suspended' });
    expect(await isSessionLive(one.contextFor(agent))).toBe(false);
    await setUserStatus(one.contextFor(SYSTEM), { userId: owner.userId, status: 'active' });
    expect(await isSessionLive(one.contextFor(agent))).toBe(true);
    await regenerateApiKey(one.contextFor(owner));
    expect(await isSessionLive(one.contextFor(agent))).toBe(false);
  });

  test('is no for a suspended account and for nobody, yes for the server itself', async () => {
    const { actor } = await signedIn();
    await setUserStatus(one.contextFor(SYSTEM), { userId: actor.userId, status: 'suspended' });
    expect(await isSessionLive(one.contextFor(actor))).toBe(false);
    expect(await isSessionLive(one.contextFor({ ...actor, userId: newId() }))).toBe(false);
    expect(await isSessionLive(one.contextFor(ANONYMOUS))).toBe(false);
    expect(await isSessionLive(one.contextFor(SYSTEM))).toBe(true);
  });
});
