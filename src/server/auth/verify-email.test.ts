import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { users } from '#server/platform/db/tables/index.ts';
import { type AuthServer, PASSWORD, startAuthServer } from '#test/auth-server.ts';
import { holdBack } from '#test/hold-back.ts';

const open: AuthServer[] = [];
async function start(options: Parameters<typeof startAuthServer>[0] = {}): Promise<AuthServer> {
  const server = await startAuthServer(options);
  open.push(server);
  return server;
}
afterEach(async () => {
  for (const server of open.splice(0).toReversed()) await server.dispose();
});

const signUp = (server: AuthServer, email: string) =>
  server.browser().post('sign-up/email', { email, password: PASSWORD });
const admins = async (server: AuthServer) =>
  (await server.db.select().from(users).where(eq(users.isAdmin, true))).map(({ email }) => email);

describe('the confirmation link', () => {
  test('confirms the address and leads to the callback page without signing anybody in', async () => {
    const server = await start();
    await signUp(server, 'one@example.com');
    const visitor = server.browser();
    const answer = await visitor.open(server.linkTo('one@example.com'));
    expect(answer).toMatchObject({ status: 302, headers: { location: '/auth/callback' } });
    expect(answer.setCookies).toEqual(['baton.told=confirmed; Max-Age=60; Path=/; SameSite=Lax']);
    expect(await server.db.select().from(users)).toMatchObject([{ emailVerified: true }]);
    expect(await visitor.open(server.linkTo('one@example.com'))).toMatchObject({
      status: 302,
      headers: { location: '/auth/callback' },
    });
  });

  test('signs in the browser that signed up, and no other', async () => {
    const server = await start();
    const own = server.browser();
    await own.post('sign-up/email', { email: 'one@example.com', password: PASSWORD });
    const answer = await own.open(server.linkTo('one@example.com'));
    expect(answer).toMatchObject({ status: 302, headers: { location: '/auth/callback' } });
    expect(answer.setCookies).toEqual([
      expect.stringMatching(/^baton\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=lax$/i),
      'baton.sign_up=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    ]);
    expect(await own.get('get-session')).toMatchObject({ body: { user: { email: 'one@example.com' } } });
    expect((await own.get('token')).status).toBe(200);
    // Opened again it signs nobody in.
    expect((await server.browser().open(server.linkTo('one@example.com'))).setCookies).toEqual([
      expect.stringContaining('baton.told=confirmed'),
    ]);
  });

  test('signs nobody in for a sign-up that a later one has replaced, or with a forged cookie', async () => {
    const server = await start();
    const stranger = server.browser();
    await stranger.post('sign-up/email', { email: 'one@example.com', password: PASSWORD });
    server.clock.advance(61_000);
    const owner = server.browser();
    await owner.post('sign-up/email', { email: 'one@example.com', password: 'the owner’s password' });
    const link = server.linkTo('one@example.com');
    expect((await stranger.open(link)).setCookies, 'the stranger’s browser').toEqual([
      expect.stringContaining('baton.told=confirmed'),
    ]);
    expect((await stranger.get('get-session')).body).toBeNull();
  });

  test('leaves a browser that is signed in to another account as it is', async () => {
    const server = await start();
    await server.addAccount('other@example.com');
    const own = server.browser();
    await own.post('sign-up/email', { email: 'one@example.com', password: PASSWORD });
    await own.post('sign-in/email', { email: 'other@example.com', password: PASSWORD });
    await own.open(server.linkTo('one@example.com'));
    expect(await own.get('get-session')).toMatchObject({ body: { user: { email: 'other@example.com' } } });
  });

  test('opens no session for an account that was suspended meanwhile', async () => {
    const server = await start();
    const own = server.browser();
    await own.post('sign-up/email', { email: 'one@example.com', password: PASSWORD });
    await server.db.update(users).set({ status: 'suspended' });
    const { setCookies } = await own.open(server.linkTo('one@example.com'));
    expect(setCookies.join()).not.toContain('session_token');
    expect((await own.get('get-session')).body).toBeNull();
  });

  test('is the same kind of link again for the browser that signed up', async () => {
    const server = await start();
    const own = server.browser();
    await own.post('sign-up/email', { email: 'one@example.com', password: PASSWORD });
    server.clock.advance(61_000);
    const before = server.sent.length;
    expect((await own.post('send-verification-email', { email: 'one@example.com' })).status).toBe(200);
    await vi.waitFor(() => expect(server.sent.length).toBe(before + 1));
    expect(server.linkTo('one@example.com').pathname).toBe('/api/auth/verify-email');
    await own.open(server.linkTo('one@example.com'));
    expect(await own.get('get-session')).toMatchObject({ body: { user: { email: 'one@example.com' } } });
  });

  test('says that it is dead when it was tampered with', async () => {
    const server = await start();
    await signUp(server, 'one@example.com');
    const link = server.linkTo('one@example.com');
    link.searchParams.set('token', `${link.searchParams.get('token')}x`);
    expect(await server.browser().open(link)).toMatchObject({
      status: 302,
      headers: { location: '/auth/callback?error=INVALID_TOKEN' },
      setCookies: [],
    });
    link.searchParams.delete('callbackURL');
    expect(await server.browser().open(link)).toMatchObject({ status: 400, body: { errorCode: 'INVALID_TOKEN' } });
    const whole = server.linkTo('one@example.com').searchParams.get('token') ?? '';
    for (const token of [
      whole.slice(0, -1),
      whole.slice(0, whole.lastIndexOf('.')),
      `${'x'.repeat(43)}.${'x'.repeat(43)}`,
    ]) {
      link.searchParams.set('token', token);
      expect(await server.browser().open(link)).toMatchObject({
        status: 400,
        body: { error: 'This link has expired or was already used. Please ask for a new one.' },
      });
    }
    expect(await server.db.select().from(users)).toMatchObject([{ emailVerified: false }]);
  });

  test('never leads to another site', async () => {
    const server = await start();
    await signUp(server, 'one@example.com');
    for (const address of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/.//evil.example',
      'javascript:alert(1)',
    ]) {
      const link = server.linkTo('one@example.com');
      link.searchParams.set('callbackURL', address);
      expect(await server.browser().open(link)).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'callbackURL' }] },
      });
    }
  });

  test('is sent again on request, once a minute, with the same answer for every address', async () => {
    const server = await start();
    await signUp(server, 'one@example.com');
    await server.addAccount('done@example.com');
    const before = server.sent.length;
    const visitor = server.browser();
    const answers = [];
    for (const email of ['one@example.com', 'done@example.com', 'nobody@example.com']) {
      const { status, body } = await visitor.post('send-verification-email', { email });
      answers.push({ status, body });
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ status: 200, body: { status: true } })]),
    );
    await server.auth.settle();
    expect(server.sent).toHaveLength(before);

    server.clock.advance(61_000);
    await visitor.post('send-verification-email', { email: 'one@example.com' });
    await server.auth.settle();
    expect(server.sent.slice(before)).toMatchObject([{ to: 'one@example.com', opensAccount: true }]);
  });

  test('may be asked for five times an hour by one address for one account', async () => {
    const server = await start();
    const visitor = server.browser();
    const ask = (email: string) => visitor.post('send-verification-email', { email });
    for (let number = 0; number < 5; number += 1)
      expect(await ask('nobody@example.com')).toMatchObject({ status: 200 });
    expect(await ask('nobody@example.com')).toMatchObject({ status: 429, body: { errorCode: 'RATE_LIMITED' } });
    expect(await ask('somebody@example.com')).toMatchObject({ status: 200 });
  });
});

describe('the first administrator', () => {
  test('is whoever confirms first on an instance without SMTP', async () => {
    const server = await start({ mail: 'outbox' });
    await server.addAccount('first@example.com');
    await server.addAccount('second@example.com');
    expect(await admins(server)).toEqual(['first@example.com']);
  });

  test('is one of them when five confirm at the same moment on two servers', async () => {
    const one = await start({ mail: 'outbox' });
    const two = await start({ mail: 'outbox', databaseUrl: one.databaseUrl });
    const emails = Array.from({ length: 5 }, (_, number) => `racer-${number}@example.com`);
    for (const email of emails) await signUp(one, email);
    const answers = await holdBack(one, { table: 'audit_log', waiting: 5 }, () =>
      Promise.all(emails.map((email, number) => (number % 2 === 0 ? one : two).browser().open(one.linkTo(email)))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(302));
    expect(await admins(one)).toHaveLength(1);
    expect(await one.db.select().from(users).where(eq(users.emailVerified, true))).toHaveLength(5);
  });

  test('is nobody when mails really leave', async () => {
    const server = await start({ mail: 'smtp' });
    await server.addAccount('first@example.com');
    expect(await admins(server)).toEqual([]);
  });

  test('is nobody when there is an administrator already', async () => {
    const server = await start({ mail: 'outbox' });
    await signUp(server, 'granted@example.com');
    await server.db.update(users).set({ isAdmin: true });
    await server.addAccount('first@example.com');
    expect(await admins(server)).toEqual(['granted@example.com']);
  });
});
