import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accounts, auditLog, sessions, users, verifications } from '#server/platform/db/tables/index.ts';
import { type Answer, type AuthServer, type Browser, PASSWORD, read, startAuthServer } from '#test/auth-server.ts';
import { type OpenIdFault, type OpenIdServer, startOpenIdServer } from '#test/openid-server.ts';
import { setUserStatus } from './set-user-status.ts';

let google: OpenIdServer;
let server: AuthServer;
beforeAll(async () => {
  google = await startOpenIdServer();
  server = await startAuthServer({ env: environment(google) });
});
afterAll(async () => {
  await server.dispose();
  await google.close();
});
afterEach(() => {
  google.fault = undefined;
  google.denies = false;
});

const environment = ({ clientId, clientSecret, issuer }: OpenIdServer) => ({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  GOOGLE_ISSUER: issuer,
});
const FAILED = { status: 302, headers: { location: '/login?error=auth_callback_failed' } };
const LANDED = { status: 302, headers: { location: '/auth/callback' } };

let subjects = 0;
function become(email: string, more: Partial<OpenIdServer['person']> = {}): void {
  subjects += 1;
  google.person = { sub: `subject-${subjects}`, email, email_verified: true, name: 'Grace Hopper', ...more };
}

/** Follows the redirects to the fake Google and back. */
async function toGoogle(visitor: Browser): Promise<URL> {
  const { body } = await visitor.post('sign-in/social', { provider: 'google', callbackURL: '/auth/callback' });
  const response = await fetch(String(read(body, 'url')), { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '');
}
async function viaGoogle(visitor: Browser): Promise<Answer> {
  return visitor.open(await toGoogle(visitor));
}

const userRow = async (email: string) => (await server.db.select().from(users).where(eq(users.email, email)))[0];

describe('signing in with Google', () => {
  test('creates a confirmed account that is nobody’s administrator, and keeps none of Google’s tokens', async () => {
    become('grace@example.com');
    const visitor = server.browser();
    expect(await viaGoogle(visitor)).toMatchObject(LANDED);
    expect(await visitor.call('GET', '/api/me')).toMatchObject({
      status: 200,
      body: {
        data: {
          email: 'grace@example.com',
          display_name: 'Grace Hopper',
          email_verified: true,
          has_password: false,
          is_admin: false,
        },
      },
    });
    const row = await userRow('grace@example.com');
    expect(row?.lastSignInAt).toEqual(server.now());
    const linked = await server.db.select().from(accounts).where(eq(accounts.userId, row!.id));
    expect(linked).toMatchObject([
      {
        providerId: 'google',
        accountId: google.person.sub,
        accessToken: null,
        refreshToken: null,
        idToken: null,
        scope: null,
        password: null,
      },
    ]);
    expect(server.sent).toEqual([]);
  });

  test('finds the account again by Google’s id, whatever the address is by then', async () => {
    become('before@example.com');
    await viaGoogle(server.browser());
    google.person.email = 'after@example.com';
    const visitor = server.browser();
    expect(await viaGoogle(visitor)).toMatchObject(LANDED);
    expect(await visitor.call('GET', '/api/me')).toMatchObject({ body: { data: { email: 'before@example.com' } } });
    expect(await userRow('after@example.com')).toBeUndefined();
  });

  test('joins a confirmed account with the same address, whose password stays', async () => {
    const id = await server.addAccount('both@example.com');
    become('Both@Example.com');
    const visitor = server.browser();
    expect(await viaGoogle(visitor)).toMatchObject(LANDED);
    expect(await visitor.call('GET', '/api/me')).toMatchObject({ body: { data: { id, has_password: true } } });
    expect(await server.browser().signIn('both@example.com')).toMatchObject({ status: 200 });
  });

  describe('with the address of an account that another Google account is linked to', () => {
    const LINKED = '/login?error=auth_callback_failed&reason=linked_to_another';

    test('links nothing, and opens nothing', async () => {
      become('handed-on@example.com');
      const owner = server.browser();
      await viaGoogle(owner);
      const row = await userRow('handed-on@example.com');
      // The address was reassigned at Google to another account id.
      become('handed-on@example.com', { name: 'The New Owner' });
      const stranger = server.browser();
      expect(await viaGoogle(stranger)).toMatchObject({ status: 302, headers: { location: LINKED } });
      expect(await stranger.get('get-session')).toMatchObject({ body: null });
      expect(await server.db.select().from(accounts).where(eq(accounts.userId, row!.id))).toHaveLength(1);
      expect(await owner.call('GET', '/api/me')).toMatchObject({ body: { data: { id: row!.id } } });
    });

    test('does so too where the account has a password', async () => {
      const id = await server.addAccount('joined@example.com');
      become('joined@example.com');
      expect(await viaGoogle(server.browser())).toMatchObject(LANDED);
      become('joined@example.com');
      expect(await viaGoogle(server.browser())).toMatchObject({ headers: { location: LINKED } });
      expect(await server.db.select().from(accounts).where(eq(accounts.userId, id))).toHaveLength(2);
      expect(await server.browser().signIn('joined@example.com')).toMatchObject({ status: 200 });
    });

    test('of two who come at once for an account without a link, one is linked', async () => {
      const id = await server.addAccount('raced@example.com');
      const visitors = [server.browser(), server.browser()];
      const ways: URL[] = [];
      for (const visitor of visitors) {
        become('raced@example.com');
        ways.push(await toGoogle(visitor));
      }
      const answers = await Promise.all(visitors.map((visitor, index) => visitor.open(ways[index]!)));
      expect(new Set(answers.map(({ headers }) => headers.location))).toEqual(new Set(['/auth/callback', LINKED]));
      const linked = await server.db.select().from(accounts).where(eq(accounts.userId, id));
      expect(linked.filter(({ providerId }) => providerId === 'google')).toHaveLength(1);
    });
  });

  test('gives an account nobody confirmed to the owner of the address, without the stranger’s password and name', async () => {
    const attacker = server.browser();
    await attacker.post('sign-up/email', {
      email: 'victim@example.com',
      password: 'the stranger knows',
      name: 'Planted',
    });
    const planted = await userRow('victim@example.com');
    become('victim@example.com', { name: 'The Owner' });
    const owner = server.browser();
    expect(await viaGoogle(owner)).toMatchObject(LANDED);
    expect(await owner.call('GET', '/api/me')).toMatchObject({
      body: { data: { display_name: 'The Owner', has_password: false } },
    });

    expect(await attacker.signIn('victim@example.com', 'the stranger knows')).toMatchObject({ status: 401 });
    expect(await server.browser().open(server.linkTo('victim@example.com'))).toMatchObject({ status: 302 });
    expect(await attacker.signIn('victim@example.com', 'the stranger knows')).toMatchObject({ status: 401 });
    const kept = await server.db.select().from(auditLog).where(eq(auditLog.subject, planted!.id));
    expect(kept.map(({ action }) => action)).toContain('account.claimed');
  });

  test('is refused when Google has not confirmed the address, and creates nothing', async () => {
    become('unsure@example.com', { email_verified: false });
    expect(await viaGoogle(server.browser())).toMatchObject({
      status: 302,
      headers: { location: '/login?error=auth_callback_failed&reason=email_not_verified' },
    });
    expect(await userRow('unsure@example.com')).toBeUndefined();
  });

  test('with an unconfirmed address does not touch the account that has it', async () => {
    await server.browser().post('sign-up/email', { email: 'waiting@example.com', password: PASSWORD });
    become('waiting@example.com', { email_verified: false });
    await viaGoogle(server.browser());
    expect(await userRow('waiting@example.com')).toMatchObject({ emailVerified: false });
    expect(await server.browser().signIn('waiting@example.com')).toMatchObject({
      status: 403,
      body: { errorCode: 'EMAIL_NOT_VERIFIED' },
    });
  });

  test('is refused to a suspended account', async () => {
    const id = await server.addAccount('banned@example.com');
    await setUserStatus(server.contextFor({ kind: 'system', name: 'test' }), { userId: id, status: 'suspended' });
    become('banned@example.com');
    const visitor = server.browser();
    expect(await viaGoogle(visitor)).toMatchObject({
      status: 302,
      headers: { location: '/login?error=auth_callback_failed&reason=account_suspended' },
    });
    expect(await visitor.get('get-session')).toMatchObject({ body: null });
    expect(await server.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
  });

  test.each<OpenIdFault>(['forged', 'unsigned', 'audience', 'issuer', 'nonce', 'expired', 'endless'])(
    'is refused with an id token that is wrong by: %s',
    async (fault) => {
      become(`fault-${fault}@example.com`);
      google.fault = fault;
      const visitor = server.browser();
      expect(await viaGoogle(visitor)).toMatchObject(FAILED);
      expect(visitor.jar.has('baton.session_token')).toBe(false);
      expect(await userRow(`fault-${fault}@example.com`)).toBeUndefined();
    },
  );

  test('that the person declines leads back to the sign-in page', async () => {
    become('shy@example.com');
    google.denies = true;
    expect(await viaGoogle(server.browser())).toMatchObject(FAILED);
  });
});

describe('the way back from Google', () => {
  test('ends the session the browser had before', async () => {
    await server.addAccount('earlier@example.com');
    const visitor = server.browser();
    const earlier = await visitor.signIn('earlier@example.com');
    become('later@example.com');
    expect(await viaGoogle(visitor)).toMatchObject(LANDED);
    const left = await server.db
      .select()
      .from(sessions)
      .where(eq(sessions.token, String(read(earlier.body, 'token'))));
    expect(left).toEqual([]);
  });

  test.each([
    '',
    '?state=made-up&code=x',
    '?code=x',
    '?state=a&state=b&code=x',
    '?state=%00&code=x',
    `?state=${'x'.repeat(3_000)}`,
    '?error=access_denied',
  ])('with %s leads to the sign-in page', async (query) => {
    expect(await server.browser().send('GET', `/api/auth/callback/google${query}`)).toMatchObject(FAILED);
  });

  test('is closed to a browser that did not set out', async () => {
    become('stolen@example.com');
    const back = await toGoogle(server.browser());
    const other = server.browser();
    expect(await other.open(back)).toMatchObject(FAILED);
    expect(other.jar.has('baton.session_token')).toBe(false);
    expect(await userRow('stolen@example.com')).toBeUndefined();
  });

  test('works once', async () => {
    become('twice@example.com');
    const visitor = server.browser();
    const back = await toGoogle(visitor);
    expect(await visitor.open(back)).toMatchObject(LANDED);
    expect(await visitor.open(back)).toMatchObject(FAILED);
  });

  test('refuses another browser’s code in one’s own state', async () => {
    become('mixed@example.com');
    const visitor = server.browser();
    const [mine, theirs] = [await toGoogle(visitor), await toGoogle(server.browser())];
    mine.searchParams.set('code', theirs.searchParams.get('code') ?? '');
    expect(await visitor.open(mine)).toMatchObject(FAILED);
  });

  test('keeps what it waits for only as a hash', async () => {
    const visitor = server.browser();
    const back = await toGoogle(visitor);
    const state = back.searchParams.get('state') ?? '';
    const rows = await server.db.select().from(verifications);
    expect(rows.filter(({ identifier }) => identifier.includes(state))).toEqual([]);
  });
});

describe('setting out to Google', () => {
  test('asks with code, PKCE, state and nonce, and for nothing more than who it is', async () => {
    const { status, body } = await server.browser().post('sign-in/social', { provider: 'google' });
    expect(status).toBe(200);
    const url = new URL(String(read(body, 'url')));
    expect(url.origin + url.pathname).toBe(`${google.issuer}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: google.clientId,
      redirect_uri: 'http://localhost:3000/api/auth/callback/google',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/.{20,}/),
      nonce: expect.stringMatching(/.{20,}/),
    });
  });

  test.each([
    { provider: 'github' },
    { provider: 'google', callbackURL: 'https://evil.example' },
    { provider: 'google', errorCallbackURL: '//evil.example' },
    { provider: 'google', idToken: { token: 'x' } },
    { provider: 'google', scopes: ['https://www.googleapis.com/auth/drive'] },
    {},
  ])('refuses %j', async (body) => {
    expect(await server.browser().post('sign-in/social', body)).toMatchObject({
      status: 400,
      body: { errorType: 'VALIDATION_ERROR' },
    });
  });

  test('says so when Google is not set up', async () => {
    const without = await startAuthServer();
    expect(await without.browser().post('sign-in/social', { provider: 'google' })).toMatchObject({
      status: 404,
      body: { errorType: 'NOT_FOUND', error: 'Google sign-in is not set up on this server.' },
    });
    await without.dispose();
  });

  test('says so when Google cannot be reached, and works once it can', async () => {
    const away = await startOpenIdServer();
    await away.close();
    const lonely = await startAuthServer({ env: environment(away) });
    expect(await lonely.browser().post('sign-in/social', { provider: 'google' })).toMatchObject({
      status: 503,
      body: { error: 'Google cannot be reached right now. Please try again in a moment.' },
      headers: { 'retry-after': '10' },
    });
    await lonely.dispose();
  });
});
