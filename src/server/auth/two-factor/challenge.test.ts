import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { accounts, auditLog, sessions, twoFactor, users, verifications } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { type Answer, type AuthServer, type Browser, PASSWORD, read, startAuthServer } from '#test/auth-server.ts';
import { holdBack } from '#test/hold-back.ts';
import { type OpenIdServer, startOpenIdServer } from '#test/openid-server.ts';
import { type App, turnOnTwoFactor } from '#test/turn-on-two-factor.ts';
import { setUserStatus } from '../set-user-status.ts';
import { turnOffForPerson } from './turn-off-two-factor.ts';

const NEW_PASSWORD = 'another long password';

let google: OpenIdServer;
let server: AuthServer;
let app: App;
let email: string;
let id: Id;
let people = 0;
beforeAll(async () => {
  google = await startOpenIdServer();
  server = await startAuthServer({
    env: { GOOGLE_CLIENT_ID: google.clientId, GOOGLE_CLIENT_SECRET: google.clientSecret, GOOGLE_ISSUER: google.issuer },
  });
  await server.addAccount('first@example.com');
});
afterAll(async () => {
  await server.dispose();
  await google.close();
});
beforeEach(async () => {
  // Access tokens are issued by the real clock.
  server.clock.advance(Date.now() - server.now().getTime());
  people += 1;
  email = `person-${people}@example.com`;
  id = await server.addAccount(email);
  const mine = server.browser();
  await mine.signIn(email);
  app = await turnOnTwoFactor(server, mine);
  await mine.post('sign-out');
});

const COOKIE = 'baton.two_factor';
const SESSION = 'baton.session_token';
const verify = (visitor: Browser, code: string) => visitor.post('two-factor/verify', { code });
const sessionsOf = async () => server.db.select().from(sessions).where(eq(sessions.userId, id));
const challengesOf = async () => server.db.select().from(verifications).where(eq(verifications.value, id));
const lastEntry = async (action: string) => {
  const mine = and(eq(auditLog.subject, id), eq(auditLog.action, action));
  const [entry] = await server.db.select().from(auditLog).where(mine).orderBy(desc(auditLog.id)).limit(1);
  return entry;
};
const system = () => server.contextFor({ kind: 'system', name: 'test' });
async function challenged(more: object = {}): Promise<Browser> {
  const visitor = server.browser();
  expect((await visitor.signIn(email, PASSWORD, more)).body).toEqual({ two_factor: true });
  return visitor;
}
const toldOfCodes = () => server.sent.filter(({ to, subject }) => to === email && subject.startsWith('Several wrong'));
const OVER = { status: 401, body: { errorCode: 'SIGN_IN_AGAIN' } };
const WRONG = { status: 403, body: { errorCode: 'WRONG_CODE' } };

function expectNobody({ setCookies }: Answer) {
  expect(setCookies.filter((line) => line.startsWith(SESSION))).toEqual([]);
}

describe('the right password', () => {
  test('opens no session but a challenge, and the code opens the session', async () => {
    const visitor = server.browser();
    const before = (await server.db.select().from(users).where(eq(users.id, id)))[0]?.lastSignInAt;
    server.clock.advance(60_000);
    const answer = await visitor.signIn(email);
    expect(answer).toMatchObject({ status: 200, body: { two_factor: true } });
    expect(answer.setCookies).toEqual([
      expect.stringMatching(/^baton\.two_factor=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(await sessionsOf()).toEqual([]);
    expect((await visitor.get('token')).status).toBe(401);
    expect((await server.db.select().from(users).where(eq(users.id, id)))[0]?.lastSignInAt).toEqual(before);
    const token = visitor.jar.get(COOKIE) ?? '';
    expect(JSON.stringify(await challengesOf())).not.toContain(token.split('.')[0]);
    const done = await verify(visitor, app.code());
    expect(done).toMatchObject({ status: 200, body: { status: true, to: null } });
    expect(done.setCookies).toEqual([
      expect.stringMatching(/^baton\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=lax$/i),
      'baton.two_factor=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ]);
    expect(read((await visitor.call('GET', '/api/me')).body, 'data', 'email')).toBe(email);
    expect((await lastEntry('sign_in.done'))?.detail).toMatchObject({ by: 'password', second: 'code' });
    const [latest] = read((await visitor.call('GET', '/api/me/activity')).body, 'data') as object[];
    expect(latest).toMatchObject({ action: 'sign_in.done', method: 'password', second_factor: 'code' });
    expect(await challengesOf()).toEqual([]);
  });

  test('leaves the session of the browser alone until the code was given', async () => {
    const other = `other-${email}`;
    await server.addAccount(other);
    const visitor = server.browser();
    await visitor.signIn(other);
    await visitor.signIn(email);
    expect((await visitor.get('get-session')).body).toMatchObject({ user: { email: other } });
    const [theirs] = await server.db.select().from(users).where(eq(users.email, other));
    await verify(visitor, app.nextCode());
    expect((await visitor.get('get-session')).body).toMatchObject({ user: { email } });
    expect(
      await server.db
        .select()
        .from(sessions)
        .where(eq(sessions.userId, theirs?.id ?? '')),
    ).toEqual([]);
  });

  test('keeps where the sign-in leads, and whether it is remembered', async () => {
    const visitor = await challenged({ rememberMe: false, callbackURL: '/projects?new=1' });
    const done = await verify(visitor, app.nextCode());
    expect(done.body).toEqual({ status: true, to: '/projects?new=1' });
    for (const line of done.setCookies.filter((each) => !each.startsWith(COOKIE)))
      expect(line).not.toMatch(/Max-Age|Expires/i);
    expect((await sessionsOf())[0]?.expiresAt.getTime()).toBeLessThan(Date.now() + 2 * 86_400_000);
    // Better Auth's own reading of the two cookies does not prolong them.
    expect((await visitor.get('get-session')).setCookies.join()).not.toContain('Max-Age=2592000');
  });

  test('does not clear wrong codes', async () => {
    for (let number = 0; number < 2; number += 1) {
      const visitor = await challenged();
      for (let tried = 0; tried < 5; tried += 1) expect(await verify(visitor, '12')).toMatchObject(WRONG);
    }
    const visitor = await challenged();
    expect(await verify(visitor, app.nextCode())).toMatchObject({
      status: 429,
      body: { errorCode: 'TOO_MANY_ATTEMPTS' },
    });
  });

  test('of a suspended account is refused before the code is asked for', async () => {
    await setUserStatus(system(), { userId: id, status: 'suspended' });
    expect(await server.browser().signIn(email)).toMatchObject({
      status: 403,
      body: { errorType: 'ACCOUNT_SUSPENDED' },
    });
  });
});

describe('a challenge', () => {
  test('takes a backup code once, of which the person is told', async () => {
    const [code = ''] = app.backupCodes;
    expect((await verify(await challenged(), code.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    await server.auth.settle();
    expect(server.sent.findLast(({ to }) => to === email)).toMatchObject({
      subject: 'A backup code was used for Baton',
      text: expect.stringContaining('9 are left'),
    });
    expect((await lastEntry('sign_in.done'))?.detail).toMatchObject({ second: 'backup_code' });
    expect(await verify(await challenged(), code)).toMatchObject(WRONG);
  });

  test('given up after four wrong codes and begun again counts on: the person is told', async () => {
    const visitor = await challenged();
    for (let tried = 0; tried < 4; tried += 1) expect(await verify(visitor, '123')).toMatchObject(WRONG);
    expect(toldOfCodes()).toEqual([]);
    expect(await verify(await challenged(), '123')).toMatchObject(WRONG);
    expect(toldOfCodes()).toHaveLength(1);
  });

  test('of somebody else at the same address goes on while their own codes are locked', async () => {
    const address = `mallory-${email}`;
    await server.addAccount(address);
    const mallory = server.browser();
    await mallory.signIn(address);
    await turnOnTwoFactor(server, mallory);
    const proof = { password: PASSWORD, code: '123' };
    let last = 0;
    for (let tried = 0; tried < 11; tried += 1)
      last = (await mallory.call('DELETE', '/api/me/two-factor', proof)).status;
    expect(last).toBe(429);
    expect(await verify(await challenged(), app.nextCode())).toMatchObject({ status: 200 });
  });

  test('ends after five wrong codes; the person is told once a day', async () => {
    for (let round = 0; round < 2; round += 1) {
      const visitor = await challenged();
      for (let tried = 0; tried < 5; tried += 1) {
        const answer = await verify(visitor, '123');
        expect(answer).toMatchObject(WRONG);
        expectNobody(answer);
      }
      expect(await verify(visitor, app.nextCode())).toMatchObject(OVER);
    }
    expect(toldOfCodes()).toHaveLength(1);
    expect(await lastEntry('two_factor.failed')).toMatchObject({
      outcome: 'failed',
      detail: { agent: 'test browser' },
    });
    expect(await sessionsOf()).toEqual([]);
  });

  test('tries five codes at the most that are sent side by side', async () => {
    const visitor = await challenged();
    const answers = await Promise.all(Array.from({ length: 9 }, () => verify(visitor, '123')));
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
  });

  test('tells its browser how long it waits, and nobody else', async () => {
    const visitor = await challenged();
    expect((await server.browser().get('two-factor')).body).toBeNull();
    const expires_at = new Date(server.now().getTime() + 10 * 60_000).toISOString();
    expect((await visitor.get('two-factor')).body).toEqual({ expires_at, tries_left: 5 });
    await verify(visitor, '123');
    expect((await visitor.get('two-factor')).body, 'to be asked is no try').toEqual({ expires_at, tries_left: 4 });
    await verify(visitor, app.nextCode());
    expect((await visitor.get('two-factor')).body).toBeNull();
  });

  test('is over after ten minutes', async () => {
    const visitor = await challenged();
    server.clock.advance(10 * 60_000 + 1);
    expect(await verify(visitor, app.code())).toMatchObject(OVER);
  });

  test('that was used, was never there or was made up opens nothing', async () => {
    expect(await verify(server.browser(), app.nextCode())).toMatchObject(OVER);
    const visitor = await challenged();
    const used = visitor.jar.get(COOKIE) ?? '';
    await verify(visitor, app.code());
    const copied = server.browser();
    copied.jar.set(COOKIE, used);
    expect(await verify(copied, app.nextCode())).toMatchObject(OVER);
    const own = await challenged();
    const [secret = ''] = (own.jar.get(COOKIE) ?? '').split('.');
    const changed = Buffer.from(JSON.stringify({ by: 'password', remember: true, to: 'https://evil.example' }));
    own.jar.set(COOKIE, `${secret}.${changed.toString('base64url')}`);
    expect(await verify(own, app.code())).toMatchObject(OVER);
  });

  test('of another person does not take this one’s code', async () => {
    const other = `other-${email}`;
    await server.addAccount(other);
    const theirs = server.browser();
    await theirs.signIn(other);
    await turnOnTwoFactor(server, theirs);
    const visitor = server.browser();
    await visitor.signIn(other);
    expect(await verify(visitor, app.backupCodes[0] ?? '')).toMatchObject(WRONG);
  });

  test('opens one session for two codes at the same time', async () => {
    const visitor = await challenged();
    const codes = [app.nextCode(), app.backupCodes[0] ?? ''];
    const answers = await Promise.all(codes.map((code) => verify(visitor, code)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    expect(await sessionsOf()).toHaveLength(1);
  });

  test('ends with a new password, which does not sign in without a code either', async () => {
    const visitor = await challenged();
    await server.browser().post('request-password-reset', { email });
    await server.auth.settle();
    const token = server.linkTo(email).searchParams.get('token');
    // Asking for a link, which anybody can, ended nothing.
    expect(await challengesOf()).toHaveLength(2);
    await server.browser().post('reset-password', { token, newPassword: NEW_PASSWORD });
    expect(await verify(visitor, app.nextCode())).toMatchObject(OVER);
    expect((await server.browser().signIn(email, NEW_PASSWORD)).body).toEqual({ two_factor: true });
    expect(await sessionsOf()).toEqual([]);
  });

  test('that is answered while the password changes leaves no session', async () => {
    const visitor = await challenged();
    const code = app.nextCode();
    // The session waits to be written, and a new password ends the account's links before it.
    const meanwhile = () => server.db.delete(verifications).where(eq(verifications.value, id));
    const answer = await holdBack(server, { table: 'sessions', waiting: 1, meanwhile }, () => verify(visitor, code));
    expect(answer).toMatchObject(OVER);
    expectNobody(answer);
    expect(await sessionsOf()).toEqual([]);
  });

  test('is refused to an account that was suspended meanwhile', async () => {
    const visitor = await challenged();
    await setUserStatus(system(), { userId: id, status: 'suspended' });
    const answer = await verify(visitor, app.nextCode());
    expect(answer).toMatchObject({ status: 403, body: { errorType: 'ACCOUNT_SUSPENDED' } });
    expectNobody(answer);
  });

  test('is over when it was turned off meanwhile, and the password is enough again', async () => {
    const visitor = await challenged();
    await turnOffForPerson(system(), { id });
    expect(await verify(visitor, app.nextCode())).toMatchObject(OVER);
    expect((await visitor.signIn(email)).body).toMatchObject({ user: { email } });
  });

  test('says so when the secret of the app cannot be read, and takes a backup code', async () => {
    await server.db.update(twoFactor).set({ secret: 'sealed.v1.of-another-server' }).where(eq(twoFactor.userId, id));
    const visitor = await challenged();
    expect(await verify(visitor, app.nextCode())).toMatchObject({
      status: 409,
      body: { errorCode: 'SECRET_UNREADABLE' },
    });
    expect((await verify(visitor, app.backupCodes[0] ?? '')).status).toBe(200);
  });

  test('is asked from this site only', async () => {
    const visitor = await challenged();
    const code = app.nextCode();
    const foreign = await visitor.post('two-factor/verify', { code }, { origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect((await verify(visitor, code)).status).toBe(200);
  });
});

describe('every other way in', () => {
  async function viaGoogle(visitor: Browser, callbackURL = '/auth/callback'): Promise<Answer> {
    const { body } = await visitor.post('sign-in/social', { provider: 'google', callbackURL });
    const response = await fetch(String(read(body, 'url')), { redirect: 'manual' });
    return visitor.open(new URL(response.headers.get('location') ?? ''));
  }

  const linksOf = () =>
    server.db
      .select()
      .from(accounts)
      .where(and(eq(accounts.userId, id), eq(accounts.providerId, 'google')));

  test('Google leads to the code, and on to where it was asked to', async () => {
    google.person = { sub: `google-${people}`, email, email_verified: true, name: 'Grace Hopper' };
    for (const [round, link] of [
      ['first', 1],
      ['again', 1],
    ] as const) {
      const visitor = server.browser();
      const answer = await viaGoogle(visitor, '/join/x?from=google');
      expect(answer, round).toMatchObject({ status: 302, headers: { location: '/login/two-factor' } });
      expectNobody(answer);
      expect((await visitor.get('token')).status).toBe(401);
      expect(await linksOf(), 'nothing is linked before the code').toHaveLength(round === 'first' ? 0 : 1);
      expect((await verify(visitor, app.nextCode())).body).toEqual({ status: true, to: '/join/x?from=google' });
      expect((await lastEntry('sign_in.done'))?.detail).toMatchObject({ by: 'google', second: 'code' });
      const linked = and(eq(auditLog.subject, id), eq(auditLog.action, 'google.linked'));
      expect(await server.db.select().from(auditLog).where(linked)).toHaveLength(link);
      expect(await linksOf()).toMatchObject([{ accountId: `google-${people}` }]);
      await visitor.post('sign-out');
    }
    expect(server.sent.filter(({ to, subject }) => to === email && subject.startsWith('Google'))).toHaveLength(1);
  });

  test('a Google account whose owner never gave the code opens nothing, not even once it is turned off', async () => {
    google.person = { sub: `evil-${people}`, email, email_verified: true, name: 'Mallory' };
    const visitor = server.browser();
    expect(await viaGoogle(visitor, '/projects')).toMatchObject({ headers: { location: '/login/two-factor' } });
    expect(await linksOf()).toEqual([]);
    await server.db
      .update(users)
      .set({ email: `moved-${email}` })
      .where(eq(users.id, id));
    await turnOffForPerson(system(), { id });
    const again = server.browser();
    await viaGoogle(again, '/projects');
    expect(read((await again.call('GET', '/api/me')).body, 'data', 'id')).not.toBe(id);
  });

  test('Google is refused to a suspended account before a code is asked for', async () => {
    google.person = { sub: `banned-${people}`, email, email_verified: true, name: 'Grace Hopper' };
    await setUserStatus(system(), { userId: id, status: 'suspended' });
    const answer = await viaGoogle(server.browser(), '/projects');
    expect(answer).toMatchObject({
      headers: { location: '/login?error=auth_callback_failed&reason=account_suspended' },
    });
    expect(await linksOf()).toEqual([]);
  });

  test('the confirmation link in the browser that signed up leads to the code', async () => {
    const address = `waiting-${email}`;
    const visitor = server.browser();
    const { body } = await visitor.post('sign-up/email', { email: address, password: PASSWORD });
    const userId = String(read(body, 'user', 'id'));
    await server.db.insert(twoFactor).values({ userId, secret: 'x', confirmedAt: server.now() });
    const answer = await visitor.open(server.linkTo(address));
    expect(answer).toMatchObject({ status: 302, headers: { location: '/login/two-factor' } });
    expectNobody(answer);
    expect(await server.db.select().from(sessions).where(eq(sessions.userId, userId))).toEqual([]);
  });

  test('an open of a session without proof is refused by the engine itself', async () => {
    const ctx = system();
    const headers = new Headers();
    expect(await server.auth.engine.openSession(ctx, headers, id)).toEqual({ kind: 'challenged' });
    expect(await sessionsOf()).toEqual([]);
    expect(await server.auth.engine.openSession(ctx, headers, id, { secondFactor: 'passed' })).toMatchObject({
      kind: 'opened',
    });
  });

  test('a sign-in under way while it is turned on leaves no session', async () => {
    const address = `racing-${email}`;
    const userId = await server.addAccount(address);
    const visitor = server.browser();
    const meanwhile = () => server.db.insert(twoFactor).values({ userId, secret: 'x', confirmedAt: server.now() });
    const answer = await holdBack(server, { table: 'sessions', waiting: 1, meanwhile }, () => visitor.signIn(address));
    expect(answer.body).toEqual({ two_factor: true });
    expectNobody(answer);
    expect(await server.db.select().from(sessions).where(eq(sessions.userId, userId))).toEqual([]);
  });

  test('an account of another id is not asked', async () => {
    const other = `plain-${newId()}@example.com`;
    await server.addAccount(other);
    expect((await server.browser().signIn(other)).body).toMatchObject({ user: { email: other } });
  });
});
