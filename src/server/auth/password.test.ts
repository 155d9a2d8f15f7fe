import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accounts, sessions, users, verifications } from '#server/platform/db/tables/index.ts';
import { type AuthServer, PASSWORD, startAuthServer } from '#test/auth-server.ts';
import { hashPassword } from './hash-password.ts';

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
  await server.addAccount('first@example.com');
});
afterAll(() => server.dispose());

let made = 0;
async function addAccount(): Promise<string> {
  made += 1;
  const email = `person-${made}@example.com`;
  await server.addAccount(email);
  return email;
}

async function askForReset(email: string): Promise<string> {
  await server.browser().post('request-password-reset', { email });
  await server.auth.settle();
  return server.linkTo(email).searchParams.get('token') ?? '';
}

const reset = (token: string, newPassword: string) => server.browser().post('reset-password', { token, newPassword });

describe('asking for a new password', () => {
  test('mails a link to the page for it, and keeps only a hash of what is in the link', async () => {
    const email = await addAccount();
    const token = await askForReset(email);
    expect(server.linkTo(email).href).toBe(`http://localhost:3000/reset-password?token=${token}`);
    const rows = await server.db.select().from(verifications);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ identifier, value }) => `${identifier} ${value}`.includes(token))).toEqual([]);
  });

  test('is answered the same for every address, and mails nobody who is not there', async () => {
    const email = await addAccount();
    const before = server.sent.length;
    const answers = [];
    for (const address of [email, 'nobody@example.com']) {
      const { status, body, setCookies } = await server
        .browser()
        .post('request-password-reset', { email: address, redirectTo: '/reset-password' });
      answers.push({ status, body, setCookies });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 200, body: { status: true } });
    await server.auth.settle();
    expect(server.sent.slice(before).map(({ to }) => to)).toEqual([email]);
  });

  test('five times an hour from one address for one account, there or not', async () => {
    const email = await addAccount();
    for (const address of [email, 'nobody-5@example.com']) {
      const visitor = server.browser();
      for (let number = 0; number < 5; number += 1) {
        expect(await visitor.post('request-password-reset', { email: address })).toMatchObject({ status: 200 });
      }
      expect(await visitor.post('request-password-reset', { email: address })).toMatchObject({
        status: 429,
        body: { errorCode: 'RATE_LIMITED' },
      });
    }
    await server.auth.settle();
  });

  test('sends one mail a minute to an account, however many ask', async () => {
    const email = await addAccount();
    const before = server.sent.length;
    await Promise.all(Array.from({ length: 4 }, () => server.browser().post('request-password-reset', { email })));
    await server.auth.settle();
    expect(server.sent.slice(before)).toHaveLength(1);
  });

  test('refuses an address of another site to return to', async () => {
    expect(
      await server
        .browser()
        .post('request-password-reset', { email: 'a@example.com', redirectTo: 'https://evil.example' }),
    ).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'redirectTo' }] },
    });
  });
});

describe('setting a new password by the link', () => {
  test('changes it and ends every session', async () => {
    const email = await addAccount();
    const visitor = server.browser();
    await visitor.signIn(email);
    const authorization = `Bearer ${await visitor.token()}`;
    expect(await reset(await askForReset(email), 'a new password')).toMatchObject({
      status: 200,
      body: { status: true },
    });
    expect(await visitor.send('GET', '/api/me', undefined, { authorization })).toMatchObject({
      status: 401,
      body: { errorCode: 'SESSION_EXPIRED' },
    });
    expect(await visitor.get('get-session')).toMatchObject({ body: null });
    expect(await server.browser().signIn(email)).toMatchObject({ status: 401 });
    expect(await server.browser().signIn(email, 'a new password')).toMatchObject({ status: 200 });
  });

  test('works once', async () => {
    const token = await askForReset(await addAccount());
    const answers = await Promise.all([
      reset(token, 'password one'),
      reset(token, 'password two'),
      reset(token, 'password three'),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(2);
  });

  test('kills the other links of the account', async () => {
    const email = await addAccount();
    const older = await askForReset(email);
    server.clock.advance(61_000);
    const newer = await askForReset(email);
    expect(newer).not.toBe(older);
    expect(await reset(newer, 'a new password')).toMatchObject({ status: 200 });
    expect(await reset(older, 'a stranger’s password')).toMatchObject({
      status: 400,
      body: { errorCode: 'INVALID_TOKEN' },
    });
  });

  test('is over after an hour', async () => {
    const email = await addAccount();
    const token = await askForReset(email);
    await server.db.update(verifications).set({ expiresAt: new Date(Date.now() - 1) });
    expect(await reset(token, 'a new password')).toMatchObject({
      status: 400,
      body: {
        errorType: 'VALIDATION_ERROR',
        errorCode: 'INVALID_TOKEN',
        error: 'This link has expired or was already used. Please ask for a new one.',
      },
    });
    expect(await server.browser().signIn(email)).toMatchObject({ status: 200 });
  });

  test.each([
    [{ token: 'made-up', newPassword: 'long enough' }, 'INVALID_TOKEN'],
    [{ token: 'x', newPassword: '12345' }, 'PASSWORD_TOO_SHORT'],
    [{ token: 'x', newPassword: 'x'.repeat(129) }, 'PASSWORD_TOO_LONG'],
    [{ token: 'x', newPassword: 'iloveyou' }, 'PASSWORD_TOO_COMMON'],
    [{ token: 'a\0b', newPassword: 'long enough' }, undefined],
    [{ newPassword: 'long enough' }, undefined],
  ])('refuses %j', async (body, errorCode) => {
    const answer = await server.browser().post('reset-password', body);
    expect(answer.status).toBe(400);
    expect(Object(answer.body).errorCode).toBe(errorCode);
  });

  test('refuses the account’s own address and what stands before the @', async () => {
    const email = await addAccount();
    const token = await askForReset(email);
    for (const newPassword of [email.toUpperCase(), email.split('@')[0]!])
      expect(await reset(token, newPassword)).toMatchObject({
        status: 400,
        body: { errorCode: 'PASSWORD_TOO_COMMON', issues: [{ path: 'newPassword' }] },
      });
    expect(await reset(token, 'a new password')).toMatchObject({ status: 200 });
  });

  test('gives an account that came by Google its first password', async () => {
    const id = '01890000-0000-7000-8000-00000000000a';
    await server.db.insert(users).values({ id, email: 'google@example.com', emailVerified: true });
    expect(await reset(await askForReset('google@example.com'), 'first password')).toMatchObject({ status: 200 });
    expect(await server.browser().signIn('google@example.com', 'first password')).toMatchObject({ status: 200 });
  });
});

describe('changing the password', () => {
  const change = (visitor: ReturnType<AuthServer['browser']>, currentPassword: string, newPassword: string) =>
    visitor.post('change-password', { currentPassword, newPassword, revokeOtherSessions: false });

  test('ends every session but this one, whose token stays good', async () => {
    const email = await addAccount();
    const [here, there] = [server.browser(), server.browser()];
    await here.signIn(email);
    await there.signIn(email);
    const tokens = [await here.token(), await there.token()].map((token) => `Bearer ${token}`);
    const link = await askForReset(email);
    expect(await change(here, PASSWORD, 'a new password')).toMatchObject({ status: 200, body: { user: { email } } });
    expect(await here.send('GET', '/api/me', undefined, { authorization: tokens[0]! })).toMatchObject({ status: 200 });
    expect(await there.send('GET', '/api/me', undefined, { authorization: tokens[1]! })).toMatchObject({ status: 401 });
    expect(await server.browser().signIn(email, 'a new password')).toMatchObject({ status: 200 });
    expect(await reset(link, 'by an older link')).toMatchObject({ status: 400, body: { errorCode: 'INVALID_TOKEN' } });
  });

  test('needs the current password, and guessing it closes the account', async () => {
    const email = await addAccount();
    const visitor = server.browser();
    await visitor.signIn(email);
    for (let number = 0; number < 10; number += 1) {
      expect(await change(visitor, 'wrong password', 'a new password')).toMatchObject({
        status: 403,
        body: { errorCode: 'INVALID_CREDENTIALS', error: 'The current password is not right.' },
      });
    }
    expect(await change(visitor, PASSWORD, 'a new password')).toMatchObject({
      status: 429,
      body: { errorCode: 'TOO_MANY_ATTEMPTS' },
    });
  });

  test('needs a session', async () => {
    expect(await change(server.browser(), PASSWORD, 'a new password')).toMatchObject({
      status: 401,
      body: { error: 'No active session' },
    });
    const gone = server.browser();
    await gone.signIn(await addAccount());
    await server.db.delete(sessions);
    expect(await change(gone, PASSWORD, 'a new password')).toMatchObject({
      status: 401,
      body: { errorCode: 'SESSION_EXPIRED' },
    });
  });

  test.each([
    ['12345', 'PASSWORD_TOO_SHORT'],
    ['Letmein!', 'PASSWORD_TOO_COMMON'],
  ])('refuses %s as a new one, before it looks at the current one', async (newPassword, errorCode) => {
    const visitor = server.browser();
    await visitor.signIn(await addAccount());
    expect(await change(visitor, 'wrong password', newPassword)).toMatchObject({
      status: 400,
      body: { errorCode, issues: [{ path: 'newPassword' }] },
    });
  });

  test('refuses the account’s own address and name as a new one', async () => {
    const email = await addAccount();
    await server.db.update(users).set({ name: 'Grace Hopper' }).where(eq(users.email, email));
    const visitor = server.browser();
    await visitor.signIn(email);
    for (const newPassword of [email, 'grace hopper'])
      expect(await change(visitor, PASSWORD, newPassword)).toMatchObject({
        status: 400,
        body: { errorCode: 'PASSWORD_TOO_COMMON', issues: [{ path: 'newPassword' }] },
      });
  });

  test('is not forced on an account whose password became common', async () => {
    const email = await addAccount();
    const id = (await server.db.select().from(users).where(eq(users.email, email)))[0]!.id;
    await server.db
      .update(accounts)
      .set({ password: await hashPassword('password') })
      .where(eq(accounts.userId, id));
    expect(await server.browser().signIn(email, 'password')).toMatchObject({ status: 200 });
  });

  test('tells an account without a password how to get one', async () => {
    const email = await addAccount();
    const visitor = server.browser();
    await visitor.signIn(email);
    await server.db.execute(`delete from accounts where user_id = (select id from users where email = '${email}')`);
    expect(await change(visitor, PASSWORD, 'a new password')).toMatchObject({
      status: 409,
      body: { errorType: 'CONFLICT' },
    });
    const [row] = await server.db.select().from(users).where(eq(users.email, email));
    expect(row?.status).toBe('active');
  });
});
