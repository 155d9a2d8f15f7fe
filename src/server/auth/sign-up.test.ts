import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accounts, systemSettings, users } from '#server/platform/db/tables/index.ts';
import { type AuthServer, PASSWORD, startAuthServer } from '#test/auth-server.ts';

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.dispose());

const signUp = (body: object) => server.browser().post('sign-up/email', body);

describe('signing up', () => {
  test('creates an account that waits for its confirmation, and mails the link', async () => {
    const { status, body, setCookies } = await signUp({ email: ' New@Example.com', password: PASSWORD });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { token: null, user: { email: 'new@example.com', name: '', emailVerified: false } },
    });
    expect(setCookies, 'no session, only the proof that this browser signed up').toEqual([
      expect.stringMatching(/^baton\.sign_up=[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    expect(server.linkTo('new@example.com').href).toMatch(
      /^http:\/\/localhost:3000\/api\/auth\/verify-email\?token=[^&]+&callbackURL=%2Fauth%2Fcallback$/,
    );
    const [row] = await server.db.select().from(users).where(eq(users.email, 'new@example.com'));
    expect(row).toMatchObject({ emailVerified: false, status: 'active', isAdmin: false, lastSignInAt: null });
    expect(row?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    const [account] = await server.db.select().from(accounts).where(eq(accounts.userId, row!.id));
    expect(account?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  });

  test('says so when the address is registered already, in whatever case it is written', async () => {
    await server.addAccount('taken@example.com');
    const mails = server.sent.length;
    const { status, body } = await signUp({ email: 'Taken@example.com', password: 'another password' });
    expect({ status, body }).toMatchObject({
      status: 409,
      body: {
        success: false,
        error: 'This email is already registered. Please try signing in instead.',
        errorType: 'CONFLICT',
        errorCode: 'EMAIL_TAKEN',
        requestId: expect.any(String),
      },
    });
    expect(server.sent).toHaveLength(mails);
  });

  test('five at once with one address make one account and send one mail', async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => signUp({ email: 'race@example.com', password: PASSWORD })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
    expect(
      answers.filter(({ status }) => status === 409).every(({ body }) => Object(body).errorCode === 'EMAIL_TAKEN'),
    ).toBe(true);
    expect(server.sent.filter(({ to }) => to === 'race@example.com')).toHaveLength(1);
    expect(await server.db.select().from(users).where(eq(users.email, 'race@example.com'))).toHaveLength(1);
  });

  test.each([
    [{ email: 'no-address', password: PASSWORD }, 'INVALID_EMAIL', 'Please enter a valid email address.'],
    [
      { email: `${'a'.repeat(250)}@example.com`, password: PASSWORD },
      'INVALID_EMAIL',
      'Please enter a valid email address.',
    ],
    [
      { email: 'a@example.com', password: '12345' },
      'PASSWORD_TOO_SHORT',
      'Password must be at least 6 characters long.',
    ],
    [
      { email: 'a@example.com', password: 'x'.repeat(129) },
      'PASSWORD_TOO_LONG',
      'Password must be at most 128 characters long.',
    ],
    [
      { email: 'a@example.com', password: 'Password1' },
      'PASSWORD_TOO_COMMON',
      'This password is one of the most common ones, which are tried first. Choose another, for example a few words that do not belong together.',
    ],
  ])('refuses %j with its own sentence', async (sent, errorCode, error) => {
    const { status, body } = await signUp(sent);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { errorType: 'VALIDATION_ERROR', errorCode, error, issues: [{ message: error }] },
    });
  });

  test.each(['Ada.Lovelace@Example.com', 'ADA.lovelace', 'countess Ada', 'Countess ADA1'])(
    'refuses %s, which is the account’s own address or name, like a common password',
    async (password) => {
      const answer = await signUp({ email: 'ada.lovelace@example.com', name: 'Countess Ada', password });
      expect(answer).toMatchObject({
        status: 400,
        body: { errorCode: 'PASSWORD_TOO_COMMON', issues: [{ path: 'password' }] },
      });
    },
  );

  test.each([
    [{ email: 'a@example.com' }, 'password'],
    [{ password: PASSWORD }, 'email'],
    [{ email: ['a@example.com'], password: PASSWORD }, 'email'],
    [{ email: 'a@example.com', password: 123_456 }, 'password'],
    [{ email: 'a@example.com', password: 'nul\0 inside' }, 'password'],
    [{ email: 'a@example.com', password: 'lone \ud800 half' }, 'password'],
    [{ email: 'a@example.com', password: PASSWORD, name: 'x'.repeat(101) }, 'name'],
    [{ email: 'a@example.com', password: PASSWORD, isAdmin: true }, ''],
    [{ email: 'a@example.com', password: PASSWORD, image: 'x' }, ''],
    [{ email: 'a@example.com', password: PASSWORD, callbackURL: 'https://evil.example/' }, 'callbackURL'],
    [{ email: 'a@example.com', password: PASSWORD, callbackURL: '//evil.example/' }, 'callbackURL'],
  ])('refuses %j with the place that is wrong', async (sent, path) => {
    const { status, body } = await signUp(sent);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { errorType: 'VALIDATION_ERROR', issues: [{ path }] },
    });
    expect(await server.db.select().from(users).where(eq(users.email, 'a@example.com'))).toEqual([]);
  });

  test('twenty an hour from one address, then it must wait', async () => {
    const visitor = server.browser('203.0.113.7');
    await server.addAccount('full@example.com');
    const answers = [];
    for (let number = 0; number < 21; number += 1) {
      answers.push(await visitor.post('sign-up/email', { email: 'full@example.com', password: PASSWORD }));
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(20).fill(409), 429]);
    expect(answers.at(-1)).toMatchObject({
      body: { errorCode: 'RATE_LIMITED' },
      headers: { 'retry-after': expect.anything() },
    });
  });
});

test('nobody signs up during maintenance, and the answer says why', async () => {
  await server.db.update(systemSettings).set({ maintenanceMode: true, maintenanceMessage: 'Back at noon.' });
  server.bus.tellHere('settings', '');
  const { status, body } = await server
    .browser()
    .post('sign-up/email', { email: 'early@example.com', password: PASSWORD });
  await server.db.update(systemSettings).set({ maintenanceMode: false });
  server.bus.tellHere('settings', '');
  expect(status).toBe(503);
  expect(body).toMatchObject({ errorType: 'MAINTENANCE', error: 'Back at noon.' });
});

describe('a mail server that fails', () => {
  test('does not lose the account, and signing in sends the mail again', async () => {
    const failing = await startAuthServer({ mail: 'smtp' });
    const send = failing.mail.send;
    failing.mail.send = () => Promise.reject(new Error('connection refused'));
    const visitor = failing.browser();
    const created = await visitor.post('sign-up/email', { email: 'kept@example.com', password: PASSWORD });
    expect(created).toMatchObject({ status: 503, body: { errorCode: 'MAIL_FAILED' } });
    expect(created.body).toMatchObject({ error: expect.stringContaining('Your account was created') });

    failing.mail.send = send;
    const refused = await visitor.signIn('kept@example.com');
    expect(refused).toMatchObject({ status: 403, body: { errorCode: 'EMAIL_NOT_VERIFIED' } });
    await visitor.open(failing.linkTo('kept@example.com'));
    expect(await visitor.signIn('kept@example.com')).toMatchObject({ status: 200 });
    await failing.dispose();
  });
});
