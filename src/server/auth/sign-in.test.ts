import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sessions, signInFailures, users } from '#server/platform/db/tables/index.ts';
import { type AuthServer, PASSWORD, read, startAuthServer } from '#test/auth-server.ts';
import { setUserStatus } from './set-user-status.ts';

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
  await server.addAccount('administrator@example.com');
  await server.addAccount('person@example.com');
});
afterAll(() => server.dispose());

const INVALID = {
  status: 401,
  body: {
    success: false,
    errorType: 'AUTHENTICATION_ERROR',
    errorCode: 'INVALID_CREDENTIALS',
    error: 'Invalid email or password. Please check your credentials and try again.',
  },
};

describe('signing in', () => {
  test('sets the session cookie and notes the time', async () => {
    const visitor = server.browser('198.51.100.9');
    const { status, body, setCookies } = await visitor.signIn('Person@Example.com');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { redirect: false, user: { email: 'person@example.com' } },
    });
    expect(setCookies).toHaveLength(1);
    expect(setCookies[0]).toMatch(/^baton\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    const [user] = await server.db.select().from(users).where(eq(users.email, 'person@example.com'));
    expect(user?.lastSignInAt).toEqual(server.now());
    const [session] = await server.db
      .select()
      .from(sessions)
      .where(eq(sessions.token, String(read(body, 'token'))));
    expect(session).toMatchObject({ userId: user?.id, ipAddress: '198.51.100.9', userAgent: 'test browser' });
  });

  test.each([
    ['before it', (own: string, others: string) => `${others}; ${own}`],
    ['after it', (own: string, others: string) => `${own}; ${others}`],
    ['without spaces between', (own: string, others: string) => `${others};${own}`.replaceAll('; ', ';')],
  ])('is remembered in a browser that has long cookies of other apps %s', async (_place, join) => {
    const visitor = server.browser();
    const { setCookies } = await visitor.signIn('person@example.com');
    const own = setCookies[0]?.split(';')[0] ?? '';
    const others = Array.from({ length: 30 }, (_, i) => `other_app_${i}=${'x'.repeat(400)}`).join('; ');
    const cookie = join(own, others);
    for (const path of ['get-session', 'token', 'list-sessions'])
      expect(await visitor.get(path, { cookie }), path).toMatchObject({ status: 200, body: expect.any(Object) });
    expect(await visitor.post('sign-out', {}, { cookie })).toMatchObject({ status: 200 });
    expect(await visitor.get('token', { cookie })).toMatchObject({ status: 401 });
  });

  test('answers the same for a wrong password, an unknown address and an address without a password', async () => {
    await server.db
      .insert(users)
      .values({ id: '01890000-0000-7000-8000-000000000001', email: 'google@example.com', emailVerified: true });
    for (const email of ['person@example.com', 'nobody@example.com', 'google@example.com']) {
      const { status, body, setCookies } = await server.browser().signIn(email, 'wrong password');
      expect({ status, body }).toMatchObject(INVALID);
      expect(setCookies).toEqual([]);
    }
  });

  test('is refused while the address is not confirmed, and only to who has the password', async () => {
    const visitor = server.browser();
    await visitor.post('sign-up/email', { email: 'waiting@example.com', password: PASSWORD });
    expect(await visitor.signIn('waiting@example.com', 'wrong password')).toMatchObject(INVALID);
    const before = server.sent.length;
    expect(await visitor.signIn('waiting@example.com')).toMatchObject({
      status: 403,
      body: {
        errorType: 'FORBIDDEN',
        errorCode: 'EMAIL_NOT_VERIFIED',
        error: 'Please check your email and click the confirmation link before signing in.',
      },
    });
    expect(server.sent).toHaveLength(before);
    server.clock.advance(61_000);
    await visitor.signIn('waiting@example.com');
    expect(server.sent.slice(before)).toMatchObject([{ to: 'waiting@example.com' }]);
  });

  test('is refused to a suspended account, and only to who has the password', async () => {
    const id = await server.addAccount('banned@example.com');
    await setUserStatus(server.contextFor({ kind: 'system', name: 'test' }), { userId: id, status: 'suspended' });
    const visitor = server.browser();
    expect(await visitor.signIn('banned@example.com', 'wrong password')).toMatchObject(INVALID);
    expect(await visitor.signIn('banned@example.com')).toMatchObject({
      status: 403,
      body: { errorType: 'ACCOUNT_SUSPENDED', error: 'This account is suspended. Please contact support.' },
    });
    expect(await server.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
  });

  test('without being remembered gives a cookie that ends with the browser', async () => {
    const { setCookies } = await server.browser().signIn('person@example.com', PASSWORD, { rememberMe: false });
    const session = setCookies.find((line) => line.startsWith('baton.session_token='));
    expect(session).toMatch(/HttpOnly; SameSite=Lax$/);
    expect(session).not.toMatch(/Max-Age|Expires/i);
  });

  test('again in the same browser ends the session before', async () => {
    const visitor = server.browser();
    const first = await visitor.signIn('person@example.com');
    const second = await visitor.signIn('person@example.com');
    const alive = (await server.db.select({ token: sessions.token }).from(sessions)).map(({ token }) => token);
    expect(alive).not.toContain(read(first.body, 'token'));
    expect(alive).toContain(read(second.body, 'token'));
  });

  test('takes a password in whichever form its accents arrive', async () => {
    await server.addAccount('accent@example.com', 'caf\u00e9 au lait');
    expect(await server.browser().signIn('accent@example.com', 'cafe\u0301 au lait')).toMatchObject({ status: 200 });
  });

  test.each([
    { email: 'person@example.com' },
    { email: 'person@example.com', password: null },
    { email: 'person@example.com', password: 'a\0b' },
    { email: 'person@example.com', password: PASSWORD, rememberMe: 'yes' },
    { email: 'person@example.com', password: PASSWORD, callbackURL: 'https://evil.example' },
    { email: 'person@example.com', password: PASSWORD, extra: 1 },
    { email: 'person', password: PASSWORD },
    { email: 'person@example.com', password: 'x'.repeat(129) },
    [],
    'text',
  ])('refuses the malformed body %j', async (sent) => {
    expect(
      await server.browser().post('sign-in/email', sent as object, { 'content-type': 'application/json' }),
    ).toMatchObject({
      status: 400,
      body: { errorType: 'VALIDATION_ERROR' },
    });
  });
});

describe('the session cookie', () => {
  test('opens the session and an access token; without it there is neither', async () => {
    const visitor = server.browser();
    expect(await visitor.get('get-session')).toMatchObject({ status: 200, body: null });
    expect(await visitor.get('token')).toMatchObject({
      status: 401,
      body: { errorType: 'AUTHENTICATION_ERROR', error: 'No active session' },
    });
    await visitor.signIn('person@example.com');
    expect(await visitor.get('get-session')).toMatchObject({
      status: 200,
      body: { user: { email: 'person@example.com' } },
    });
    expect(await visitor.get('token')).toMatchObject({ status: 200, body: { token: expect.stringMatching(/^ey/) } });
  });

  test('is worth nothing without its signature: a token read from the table opens nothing', async () => {
    const visitor = server.browser();
    const { body } = await visitor.signIn('person@example.com');
    const raw = String(read(body, 'token'));
    const [, signature = ''] = decodeURIComponent(visitor.jar.get('baton.session_token') ?? '').split('.');
    const forgeries = [
      raw,
      `${raw}.`,
      `${raw}.${'A'.repeat(43)}=`,
      `${raw}.${signature.toLowerCase()}`,
      `${raw.slice(0, -1)}${raw.endsWith('x') ? 'y' : 'x'}.${signature}`,
    ];
    for (const forged of forgeries) {
      const thief = server.browser();
      thief.jar.set('baton.session_token', encodeURIComponent(forged));
      expect(await thief.get('get-session')).toMatchObject({ body: null });
      thief.jar.set('baton.session_token', encodeURIComponent(forged));
      expect(await thief.get('token')).toMatchObject({ status: 401, body: { errorCode: 'SESSION_EXPIRED' } });
    }
    const owner = server.browser();
    owner.jar.set('baton.session_token', encodeURIComponent(`${raw}.${signature}`));
    expect(await owner.get('token')).toMatchObject({ status: 200 });
  });

  test('ends with signing out, and the access token with it', async () => {
    const visitor = server.browser();
    await visitor.signIn('person@example.com');
    const authorization = `Bearer ${await visitor.token()}`;
    expect(await visitor.send('GET', '/api/me', undefined, { authorization })).toMatchObject({ status: 200 });
    const { status, body, setCookies } = await visitor.post('sign-out');
    expect({ status, body }).toMatchObject({ status: 200, body: { success: true } });
    expect(setCookies.find((line) => line.startsWith('baton.session_token='))).toMatch(/Max-Age=0/);
    expect(await visitor.send('GET', '/api/me', undefined, { authorization })).toMatchObject({
      status: 401,
      body: { errorCode: 'SESSION_EXPIRED', error: 'Your session has expired. Please sign in again.' },
    });
  });

  test('is Secure with the __Host- prefix when the address is https', async () => {
    const secure = await startAuthServer({
      env: { BATON_URL: 'https://baton.example' },
      databaseUrl: server.databaseUrl,
    });
    const visitor = secure.browser();
    const { setCookies } = await visitor.signIn('person@example.com', PASSWORD, { rememberMe: false });
    expect(setCookies.map((line) => line.replace(/=[^;]+/, '=…'))).toEqual([
      '__Host-baton.session_token=…; Path=/; HttpOnly; Secure; SameSite=Lax',
      '__Host-baton.dont_remember=…; Path=/; HttpOnly; Secure; SameSite=Lax',
    ]);
    expect(await visitor.get('token')).toMatchObject({ status: 200 });
    const gone = await visitor.post('sign-out');
    expect(gone.setCookies.length).toBeGreaterThan(0);
    expect(gone.setCookies.every((line) => line.startsWith('__Host-') && line.includes('; Secure'))).toBe(true);
    await secure.dispose();
  });
});

describe('failing too often', () => {
  const locked = { status: 429, body: { errorType: 'USAGE_LIMIT_EXCEEDED', errorCode: 'TOO_MANY_ATTEMPTS' } };

  test('closes the account for ten minutes, from every address, with the right password too', async () => {
    await server.addAccount('locked@example.com');
    for (let number = 0; number < 10; number += 1) {
      expect(await server.browser().signIn('locked@example.com', 'wrong password')).toMatchObject(INVALID);
    }
    const refused = await server.browser().signIn('Locked@example.com');
    expect(refused).toMatchObject({ ...locked, headers: { 'retry-after': '600' } });
    expect(refused.body).toMatchObject({ error: 'Too many failed attempts. Please try again in 10 minutes.' });
    expect(await server.browser().signIn('person@example.com')).toMatchObject({ status: 200 });

    server.clock.advance(599_000);
    expect(await server.browser().signIn('locked@example.com')).toMatchObject({
      body: { error: 'Too many failed attempts. Please try again in 1 minute.' },
    });
    server.clock.advance(2_000);
    expect(await server.browser().signIn('locked@example.com', 'wrong password')).toMatchObject(INVALID);
    expect(await server.browser().signIn('locked@example.com')).toMatchObject({ status: 200 });
  });

  test('closes an address that tries one account after another, whether or not they exist', async () => {
    const attacker = server.browser('203.0.113.50');
    for (let number = 0; number < 10; number += 1) {
      expect(await attacker.signIn(`victim-${number}@example.com`, 'password1')).toMatchObject(INVALID);
    }
    expect(await attacker.signIn('person@example.com')).toMatchObject(locked);
    expect(await server.browser('203.0.113.51').signIn('person@example.com')).toMatchObject({ status: 200 });
  });

  test('counts only failures in a row', async () => {
    await server.addAccount('forgetful@example.com');
    const visitor = server.browser();
    for (let round = 0; round < 2; round += 1) {
      for (let number = 0; number < 9; number += 1) await visitor.signIn('forgetful@example.com', 'wrong password');
      expect(await visitor.signIn('forgetful@example.com')).toMatchObject({ status: 200 });
    }
  });

  test('an account of one’s own does not open the way to the others', async () => {
    await server.addAccount('own@example.com');
    const attacker = server.browser('203.0.113.60');
    for (let number = 0; number < 9; number += 1) await attacker.signIn(`other-${number}@example.com`, 'password1');
    expect(await attacker.signIn('own@example.com')).toMatchObject({ status: 200 });
    expect(await attacker.signIn('other-9@example.com', 'password1')).toMatchObject(INVALID);
    expect(await attacker.signIn('other-10@example.com', 'password1')).toMatchObject(locked);
  });

  test('is counted whatever the request says about where it comes from', async () => {
    await server.addAccount('probed@example.com');
    const odd = [
      { 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      { referer: 'garbage' },
    ];
    for (let number = 0; number < 10; number += 1) {
      const body = { email: 'probed@example.com', password: 'wrong password' };
      expect(await server.browser().post('sign-in/email', body, odd[number % odd.length])).toMatchObject(INVALID);
    }
    expect(await server.browser().signIn('probed@example.com')).toMatchObject(locked);
  });

  test('is forgotten after an hour without another', async () => {
    await server.addAccount('slow@example.com');
    const visitor = server.browser();
    for (let number = 0; number < 9; number += 1) await visitor.signIn('slow@example.com', 'wrong password');
    server.clock.advance(3_601_000);
    for (let number = 0; number < 9; number += 1) {
      expect(await visitor.signIn('slow@example.com', 'wrong password')).toMatchObject(INVALID);
    }
  });

  test('twenty-five attempts at once are ten checks, and the right password among them does not slip through late', async () => {
    await server.addAccount('stormed@example.com');
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => server.browser().signIn('stormed@example.com', 'wrong password')),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    expect(await server.browser().signIn('stormed@example.com')).toMatchObject(locked);
  });

  test('keeps no address of anybody in the table', async () => {
    const rows = await server.db.select().from(signInFailures);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ subject }) => subject.includes('@'))).toEqual([]);
  });

  test('an attempt that breaks does not count', async () => {
    await server.addAccount('unlucky@example.com');
    // Better Auth also writes this failure to the console.
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await server.db.execute(sql`alter table accounts rename to accounts_away`);
    for (let number = 0; number < 12; number += 1) {
      expect(await server.browser().signIn('unlucky@example.com', 'wrong password')).toMatchObject({ status: 500 });
    }
    await server.db.execute(sql`alter table accounts_away rename to accounts`);
    for (let number = 0; number < 9; number += 1) {
      expect(await server.browser().signIn('unlucky@example.com', 'wrong password')).toMatchObject(INVALID);
    }
    expect(await server.browser().signIn('unlucky@example.com')).toMatchObject({ status: 200 });
  });
});
