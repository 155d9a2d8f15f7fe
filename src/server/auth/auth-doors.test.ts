import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AUTH_ENDPOINTS } from '#contract/auth.ts';
import { type AuthServer, PASSWORD, startAuthServer } from '#test/auth-server.ts';

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
  await server.addAccount('person@example.com');
});
afterAll(() => server.dispose());

const NOT_FOUND = {
  status: 404,
  body: { success: false, errorType: 'NOT_FOUND', error: 'There is nothing at this address.' },
};
const FOREIGN = { status: 403, body: { errorType: 'FORBIDDEN', error: 'This request did not come from this site.' } };

describe('what Better Auth could do besides', () => {
  test.each([
    ['POST', 'update-user'],
    ['POST', 'delete-user'],
    ['GET', 'delete-user/callback'],
    ['POST', 'change-email'],
    ['POST', 'set-password'],
    ['POST', 'verify-password'],
    ['POST', 'update-session'],
    ['POST', 'revoke-sessions'],
    ['POST', 'revoke-other-sessions'],
    ['POST', 'link-social'],
    ['POST', 'unlink-account'],
    ['GET', 'list-accounts'],
    ['POST', 'refresh-token'],
    ['POST', 'get-access-token'],
    ['GET', 'account-info'],
    ['GET', 'reset-password/some-token?callbackURL=/'],
    ['GET', 'ok'],
    ['GET', 'error'],
    ['GET', 'callback/github?state=x&code=y'],
    ['POST', 'callback/google'],
    ['POST', 'get-session'],
    ['GET', 'sign-in/email'],
    ['GET', 'sign-out'],
    ['GET', ''],
    ['POST', 'sign-in%2Femail'],
    ['POST', 'sign-in/email/'],
    ['POST', '/sign-in/email'],
    ['POST', 'sign-in//email'],
  ] as const)('%s %s does not exist here', async (method, path) => {
    const visitor = server.browser();
    await visitor.signIn('person@example.com');
    expect(await visitor.send(method, `/api/auth/${path}`, method === 'POST' ? {} : undefined)).toMatchObject(
      NOT_FOUND,
    );
  });

  test.each(['PUT', 'DELETE', 'PATCH'] as const)('nothing answers to %s', async (method) => {
    expect(await server.browser().send(method as 'PATCH', '/api/auth/sign-in/email', {})).toMatchObject(NOT_FOUND);
  });
});

describe('every call', () => {
  test.each(AUTH_ENDPOINTS.filter(({ body }) => body !== undefined))(
    '$path refuses what it does not know',
    async ({ path }) => {
      expect(await server.browser().send('POST', path, { unheardOf: true })).toMatchObject({
        status: 400,
        body: { errorType: 'VALIDATION_ERROR' },
      });
    },
  );

  test.each(AUTH_ENDPOINTS.filter(({ method }) => method === 'POST'))(
    '$path refuses what is not JSON',
    async ({ path }) => {
      for (const [type, text] of [
        ['application/json', '{"email":'],
        ['text/plain', '{}'],
        ['application/x-www-form-urlencoded', 'email=a'],
        ['application/json', '{"__proto__":{"a":1}}'],
      ] as const) {
        const answer = await server.browser().send('POST', path, text as unknown as object, { 'content-type': type });
        expect(answer).toMatchObject({ status: 400, body: { success: false, errorType: 'VALIDATION_ERROR' } });
      }
    },
  );

  test.each(AUTH_ENDPOINTS.filter(({ method }) => method === 'POST'))(
    '$path is closed to pages of another site',
    async ({ path }) => {
      const visitor = server.browser();
      await visitor.signIn('person@example.com');
      const foreign: Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: 'http://localhost:3001' },
        { origin: 'https://localhost:3000' },
        { 'sec-fetch-site': 'cross-site' },
      ];
      for (const headers of foreign) expect(await visitor.send('POST', path, {}, headers)).toMatchObject(FOREIGN);
      expect(await visitor.get('token')).toMatchObject({ status: 200 });
    },
  );

  test('that changes something by the cookie says where it comes from', async () => {
    const visitor = server.browser();
    await visitor.signIn('person@example.com');
    const post = (headers: Record<string, string>) =>
      visitor.send('POST', '/api/auth/revoke-session', { token: 'x' }, { ...headers });
    expect(await post({ origin: '', referer: '' })).toMatchObject(FOREIGN);
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
      expect(await post({ origin })).toMatchObject({ status: 200 });
    }
  });

  test('behind https belongs to that address alone', async () => {
    const secure = await startAuthServer({ env: { BATON_URL: 'https://baton.example' } });
    const visitor = secure.browser();
    const body = { email: 'a@example.com', password: PASSWORD };
    for (const origin of ['http://baton.example', 'http://localhost:3000', 'https://www.baton.example']) {
      expect(await visitor.post('sign-in/email', body, { origin })).toMatchObject(FOREIGN);
    }
    expect(await visitor.post('sign-in/email', body)).toMatchObject({ status: 401 });
    await secure.dispose();
  });

  test('refuses a body of more than a mebibyte', async () => {
    const body = { email: 'person@example.com', password: 'x'.repeat(1_100_000) };
    expect(await server.browser().post('sign-in/email', body)).toMatchObject({
      status: 413,
      body: { errorType: 'PAYLOAD_TOO_LARGE' },
    });
  });

  test('is not to be kept by anybody on the way', async () => {
    const visitor = server.browser();
    await visitor.signIn('person@example.com');
    for (const path of ['get-session', 'token', 'jwks', 'list-sessions']) {
      expect((await visitor.get(path)).headers).toMatchObject({
        'cache-control': 'no-store',
        'content-type': expect.stringContaining('application/json'),
      });
    }
  });

  test('shows the public half of the signing keys and not the other', async () => {
    const visitor = server.browser();
    await visitor.signIn('person@example.com');
    await visitor.token();
    const { body } = await visitor.get('jwks');
    expect(body).toMatchObject({ keys: [{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', x: expect.any(String) }] });
    expect(JSON.stringify(body)).not.toContain('"d"');
  });

  test('believes its own server about the caller’s address, not the caller', async () => {
    const visitor = server.browser('198.51.100.20');
    await visitor.post(
      'sign-in/email',
      { email: 'person@example.com', password: PASSWORD },
      { 'x-forwarded-for': '1.2.3.4', 'x-baton-address': '1.2.3.4', 'x-real-ip': '1.2.3.4' },
    );
    expect(await visitor.get('list-sessions')).toMatchObject({
      body: expect.arrayContaining([expect.objectContaining({ ipAddress: '198.51.100.20' })]),
    });
    expect(JSON.stringify((await visitor.get('list-sessions')).body)).not.toContain('1.2.3.4');
  });
});

describe('a database that fails', () => {
  test('is not mistaken for a session that ended', async () => {
    const visitor = server.browser();
    await visitor.signIn('person@example.com');
    await server.db.execute(sql`alter table sessions rename to sessions_away`);
    const answers = [
      await visitor.get('token'),
      await visitor.get('get-session'),
      await visitor.get('list-sessions'),
      await visitor.post('sign-out'),
    ];
    await server.db.execute(sql`alter table sessions_away rename to sessions`);
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
    expect(answers[0]?.body).toMatchObject({
      errorType: 'INTERNAL_ERROR',
      error: 'Something went wrong on our side. Please try again.',
    });
    expect(await visitor.get('token')).toMatchObject({ status: 200 });
  });

  test('that is gone is 503 with a time to come back', async () => {
    const lonely = await startAuthServer();
    const visitor = lonely.browser();
    await lonely.addAccount('alone@example.com');
    await visitor.signIn('alone@example.com');
    const token = await visitor.token();
    await lonely.database.close();
    const answers = [
      await visitor.get('token'),
      await visitor.get('get-session'),
      await visitor.signIn('alone@example.com'),
      await visitor.post('sign-up/email', { email: 'new@example.com', password: PASSWORD }),
      await visitor.post('sign-out'),
    ];
    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 503,
        body: { errorCode: 'DATABASE_UNAVAILABLE' },
        headers: { 'retry-after': '5' },
      });
    }
    lonely.bus.tellHere(
      'principal',
      String(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub),
    );
    expect(await visitor.send('GET', '/api/me', undefined, { authorization: `Bearer ${token}` })).toMatchObject({
      status: 503,
    });
    await lonely.bus.close();
  });
});
