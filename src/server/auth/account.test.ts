import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts, auditLog, events, sessions, users } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { type AuthServer, type Browser, PASSWORD, read, startAuthServer } from '#test/auth-server.ts';

let server: AuthServer;
let person: Browser;
let email: string;
let id: string;
let made = 0;
beforeAll(async () => {
  server = await startAuthServer();
  await server.addAccount('first@example.com');
});
afterAll(() => server.dispose());
beforeEach(async () => {
  made += 1;
  email = `person-${made}@example.com`;
  id = await server.addAccount(email);
  person = server.browser();
  await person.signIn(email);
});

const ANONYMOUS = {
  status: 401,
  body: { errorType: 'AUTHENTICATION_ERROR', error: 'No authentication token available' },
};

describe('the own account', () => {
  test('is shown to its owner', async () => {
    expect(await person.call('GET', '/api/me')).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: {
          id,
          email,
          display_name: '',
          email_verified: true,
          has_password: true,
          is_admin: false,
          last_sign_in_at: server.now().toISOString(),
        },
      },
    });
  });

  test('says that it has no password when it came by Google', async () => {
    await server.db.delete(accounts).where(eq(accounts.userId, id));
    expect(await person.call('GET', '/api/me')).toMatchObject({ body: { data: { has_password: false } } });
  });

  test.each(['/api/me', '/api/me/sessions', '/api/admin/status'])('is not shown to a visitor at %s', async (path) => {
    expect(await server.browser().send('GET', path)).toMatchObject(ANONYMOUS);
  });

  test('takes a new display name and tells its other pages', async () => {
    expect(await person.call('PATCH', '/api/me', { display_name: '  Ada Lovelace ' })).toMatchObject({
      status: 200,
      body: { data: { id, display_name: 'Ada Lovelace' } },
    });
    expect(
      await server.db
        .select()
        .from(events)
        .where(eq(events.scope, `user:${id}`)),
    ).toMatchObject([
      {
        type: 'account.updated',
        data: { id, display_name: 'Ada Lovelace', status: 'active' },
        actor: { kind: 'user', id },
      },
    ]);
  });

  test.each([
    { display_name: '   ' },
    { display_name: 'x'.repeat(101) },
    { display_name: 'a\0b' },
    {},
    { display_name: 'Ada', email: 'x@example.com' },
  ])('refuses the name %j', async (body) => {
    expect(await person.call('PATCH', '/api/me', body)).toMatchObject({
      status: 400,
      body: { errorType: 'VALIDATION_ERROR' },
    });
  });

  test('knows whether it administers', async () => {
    expect(await person.call('GET', '/api/admin/status')).toMatchObject({ body: { data: { isAdmin: false } } });
    const first = server.browser();
    await first.signIn('first@example.com');
    expect(await first.call('GET', '/api/admin/status')).toMatchObject({ body: { data: { isAdmin: true } } });
  });
});

describe('the sessions of an account', () => {
  test('are listed with the one in use marked, and without what opens them', async () => {
    const elsewhere = server.browser('198.51.100.77');
    await elsewhere.signIn(email);
    const { body } = await person.call('GET', '/api/me/sessions');
    const list = read(body, 'data') as { current: boolean }[];
    expect(list).toHaveLength(2);
    expect(list.filter(({ current }) => current)).toHaveLength(1);
    expect(list).toContainEqual(
      expect.objectContaining({ current: false, ip_address: '198.51.100.77', user_agent: 'test browser' }),
    );
    const tokens = await server.db.select({ token: sessions.token }).from(sessions).where(eq(sessions.userId, id));
    for (const { token } of tokens) expect(JSON.stringify(body)).not.toContain(token);
  });

  test('end one by one', async () => {
    const elsewhere = server.browser();
    await elsewhere.signIn(email);
    const authorization = `Bearer ${await elsewhere.token()}`;
    const { body } = await elsewhere.send('GET', '/api/me/sessions', undefined, { authorization });
    const current = (read(body, 'data') as { id: string; current: boolean }[]).find((session) => session.current);
    expect(await person.call('DELETE', `/api/me/sessions/${current?.id}`)).toMatchObject({
      status: 200,
      body: { data: null },
    });
    expect(await elsewhere.send('GET', '/api/me', undefined, { authorization })).toMatchObject({
      status: 401,
      body: { errorCode: 'SESSION_EXPIRED' },
    });
    expect(await elsewhere.get('token')).toMatchObject({ status: 401 });
    expect(await person.call('GET', '/api/me')).toMatchObject({ status: 200 });
  });

  test('of somebody else are as if they were not there', async () => {
    const other = await server.addAccount(`other-${made}@example.com`);
    await server.browser().signIn(`other-${made}@example.com`);
    const [foreign] = await server.db.select().from(sessions).where(eq(sessions.userId, other));
    const answers = [];
    for (const session of [foreign?.id, newId()]) {
      const { status, body } = await person.call('DELETE', `/api/me/sessions/${session}`);
      answers.push({ status, body: { ...Object(body), requestId: '' } });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ status: 404, body: { errorType: 'NOT_FOUND' } });
    expect(await server.db.select().from(sessions).where(eq(sessions.userId, other))).toHaveLength(1);
    expect(await person.call('DELETE', '/api/me/sessions/not-an-id')).toMatchObject({ status: 400 });
  });

  test('are listed and ended by Better Auth’s own calls too, by id and never by the secret', async () => {
    const elsewhere = server.browser();
    const signedIn = await elsewhere.signIn(email);
    const secret = String(read(signedIn.body, 'token'));
    const { status, body } = await person.get('list-sessions');
    expect(status).toBe(200);
    expect(body).toHaveLength(2);
    expect(JSON.stringify(body)).not.toContain(secret);
    const [row] = await server.db.select().from(sessions).where(eq(sessions.token, secret));
    expect(await person.post('revoke-session', { token: newId() })).toMatchObject({
      status: 200,
      body: { status: true },
    });
    expect(await person.post('revoke-session', { token: secret })).toMatchObject({
      status: 200,
      body: { status: true },
    });
    expect(await elsewhere.get('token')).toMatchObject({ status: 200 });
    expect(await person.post('revoke-session', { token: row?.id })).toMatchObject({
      status: 200,
      body: { status: true },
    });
    expect(await elsewhere.get('token')).toMatchObject({ status: 401 });
    for (const answer of [
      await server.browser().get('list-sessions'),
      await server.browser().post('revoke-session', { token: 'x' }),
    ]) {
      expect(answer).toMatchObject({ status: 401, body: { error: 'No active session' } });
    }
  });

  test('of somebody else do not end by Better Auth’s call', async () => {
    await server.addAccount(`foreign-${made}@example.com`);
    const other = server.browser();
    await other.signIn(`foreign-${made}@example.com`);
    const foreign = read((await other.get('list-sessions')).body, '0', 'id');
    expect(await person.post('revoke-session', { token: foreign })).toMatchObject({
      status: 200,
      body: { status: true },
    });
    expect(await other.get('token')).toMatchObject({ status: 200 });
  });
});

describe('deleting the account', () => {
  const remove = (body: object) => person.call('DELETE', '/api/me', body);

  test('takes the typed address and the password, and leaves nothing but a line in the log', async () => {
    const authorization = `Bearer ${await person.token()}`;
    await person.call('PATCH', '/api/me', { display_name: 'Somebody' });
    expect(await remove({ confirm: ` ${email.toUpperCase()} `, password: PASSWORD })).toMatchObject({
      status: 200,
      body: { data: null },
    });
    expect(await server.db.select().from(users).where(eq(users.id, id))).toEqual([]);
    expect(await server.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
    expect(
      await server.db
        .select()
        .from(events)
        .where(eq(events.scope, `user:${id}`)),
    ).toEqual([]);
    const lines = await server.db.select().from(auditLog).where(eq(auditLog.subject, id));
    expect(lines.filter(({ action }) => action === 'account.deleted')).toMatchObject([
      { actor: { kind: 'user', id, name: '' } },
    ]);
    expect(await person.send('GET', '/api/me', undefined, { authorization })).toMatchObject({
      status: 401,
      body: { errorCode: 'SESSION_EXPIRED' },
    });
    expect(await server.browser().signIn(email)).toMatchObject({
      status: 401,
      body: { errorCode: 'INVALID_CREDENTIALS' },
    });
  });

  test('is refused without the address, without the password and with a wrong one', async () => {
    expect(await remove({ confirm: 'first@example.com', password: PASSWORD })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'confirm' }] },
    });
    expect(await remove({ confirm: email })).toMatchObject({
      status: 400,
      body: { errorCode: 'PASSWORD_REQUIRED', issues: [{ path: 'password' }] },
    });
    expect(await remove({ confirm: email, password: 'wrong password' })).toMatchObject({
      status: 403,
      body: { errorType: 'FORBIDDEN', errorCode: 'INVALID_CREDENTIALS' },
    });
    expect(await server.db.select().from(users).where(eq(users.id, id))).toHaveLength(1);
  });

  test('counts wrong passwords as signing in does', async () => {
    for (let number = 0; number < 10; number += 1) await remove({ confirm: email, password: 'wrong password' });
    expect(await remove({ confirm: email, password: PASSWORD })).toMatchObject({
      status: 429,
      body: { errorCode: 'TOO_MANY_ATTEMPTS' },
    });
    expect(await server.browser().signIn(email)).toMatchObject({ status: 429 });
  });

  test('needs no password when there is none, but a sign-in of the last minutes', async () => {
    await server.db.delete(accounts).where(eq(accounts.userId, id));
    const long = new Date(server.now().getTime() - 16 * 60_000);
    const signedInAt = (createdAt: Date) =>
      server.db.update(sessions).set({ createdAt }).where(eq(sessions.userId, id));
    await signedInAt(long);
    expect(await remove({ confirm: email })).toMatchObject({ status: 403, body: { errorCode: 'SIGN_IN_AGAIN' } });
    await signedInAt(server.now());
    expect(await remove({ confirm: email })).toMatchObject({ status: 200 });
  });

  test('is refused to the last administrator', async () => {
    const first = server.browser();
    await first.signIn('first@example.com');
    expect(await first.call('DELETE', '/api/me', { confirm: 'first@example.com', password: PASSWORD })).toMatchObject({
      status: 409,
      body: { errorType: 'CONFLICT', errorCode: 'LAST_ADMINISTRATOR' },
    });
  });
});
