import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { INVITATIONS_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import { auditLog, invitations, systemSettings, users } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { SETTINGS_TOPIC } from '#server/platform/settings.ts';
import { type AuthServer, PASSWORD, read, startAuthServer } from '#test/auth-server.ts';
import { type TestUser, addUser } from '#test/builders.ts';
import { type OpenIdServer, startOpenIdServer } from '#test/openid-server.ts';
import { invitePerson } from './invite-person.ts';
import { listInvitations } from './list-invitations.ts';
import { resendInvitation } from './resend-invitation.ts';
import { revokeInvitation } from './revoke-invitation.ts';

let google: OpenIdServer;
let server: AuthServer;
let admin: TestUser;
beforeAll(async () => {
  google = await startOpenIdServer();
  const { clientId, clientSecret, issuer } = google;
  server = await startAuthServer({
    env: {
      BATON_KIND: 'team',
      BATON_ADMIN_EMAILS: 'root@example.com',
      GOOGLE_CLIENT_ID: clientId,
      GOOGLE_CLIENT_SECRET: clientSecret,
      GOOGLE_ISSUER: issuer,
    },
  });
  admin = await addUser(server, { isAdmin: true, email: 'mira@example.com' });
});
afterAll(async () => {
  await server.dispose();
  await google.close();
});
beforeEach(() => server.clock.advance(3_600_000));
afterEach(() => choose({ signUpBy: 'invited', allowedDomains: [], instanceKind: 'team' }));

async function choose(fields: Partial<typeof systemSettings.$inferInsert>): Promise<void> {
  await server.db.update(systemSettings).set(fields);
  server.bus.tellHere(SETTINGS_TOPIC, 'saved');
}
const signUp = (email: string) => server.browser().post('sign-up/email', { email, password: PASSWORD });
const invitationOf = async (email: string) =>
  (await server.db.select().from(invitations).where(eq(invitations.email, email)))[0];
const userOf = async (email: string) => (await server.db.select().from(users).where(eq(users.email, email)))[0];
const CLOSED = {
  status: 403,
  body: {
    errorCode: 'SIGN_UP_CLOSED',
    error: 'Sign-up is closed here. Ask the administrator for an invitation.',
  },
};

describe('sign-up on an instance for a team', () => {
  test('is closed to strangers, who leave no account and no mail behind', async () => {
    const mails = server.sent.length;
    expect(await signUp('stranger@example.com')).toMatchObject(CLOSED);
    expect(await userOf('stranger@example.com')).toBeUndefined();
    expect(server.sent).toHaveLength(mails);
  });

  test('is open to an invited address, in whatever letters it is typed, and takes the invitation up with the confirmation', async () => {
    await invitePerson(admin.ctx, { email: ' Ada@Example.com ' });
    expect(server.sent.at(-1)).toMatchObject({
      to: 'ada@example.com',
      link: 'http://localhost:3000/signup?email=ada%40example.com',
      text: expect.stringContaining('mira@example.com invites ada@example.com') as string,
    });
    expect(await signUp('ADA@example.com')).toMatchObject({ status: 200 });
    expect(await invitationOf('ada@example.com')).toMatchObject({ acceptedAt: null });
    await server.browser().open(server.linkTo('ada@example.com'));
    const user = await userOf('ada@example.com');
    expect(user?.emailVerified).toBe(true);
    expect(await invitationOf('ada@example.com')).toMatchObject({
      acceptedBy: user?.id,
      acceptedAt: expect.any(Date) as Date,
    });
  });

  test('is open to everyone at an allowed domain and to no name that only ends like it', async () => {
    await choose({ signUpBy: 'domain', allowedDomains: ['acme.example'] });
    expect(await signUp('one@acme.example')).toMatchObject({ status: 200 });
    for (const email of ['one@evilacme.example', 'one@sub.acme.example', 'one@acme.example.evil.example'])
      expect(await signUp(email)).toMatchObject(CLOSED);
    await choose({ signUpBy: 'invited' });
    expect(await signUp('two@acme.example')).toMatchObject(CLOSED);
  });

  test('is open to the addresses that the operator named as administrators', async () => {
    expect(await signUp('root@example.com')).toMatchObject({ status: 200 });
  });

  test('is open to everybody on a service, and where nobody has answered', async () => {
    await choose({ instanceKind: 'service' });
    expect(await signUp('guest-1@example.com')).toMatchObject({ status: 200 });
    await choose({ instanceKind: null });
    expect(await signUp('guest-2@example.com')).toMatchObject({ status: 200 });
  });

  test('an account that was begun before it closed is not confirmed any more, and the link says so on a page', async () => {
    await choose({ instanceKind: null });
    await signUp('late@example.com');
    await choose({ instanceKind: 'team' });
    const link = server.linkTo('late@example.com');
    expect(await server.browser().open(link)).toMatchObject({
      status: 302,
      headers: { location: '/login?error=auth_callback_failed&reason=sign_up_closed' },
    });
    link.searchParams.delete('callbackURL');
    expect(await server.browser().open(link)).toMatchObject(CLOSED);
    expect(await userOf('late@example.com')).toMatchObject({ emailVerified: false });
  });

  test('whoever sits at the console of a new instance gets in, and the next stranger does not', async () => {
    const fresh = await startAuthServer({ env: { BATON_KIND: 'team' } });
    try {
      const join = (email: string) => fresh.browser().post('sign-up/email', { email, password: PASSWORD });
      expect(await join('first@example.com')).toMatchObject({ status: 200 });
      await fresh.browser().open(fresh.linkTo('first@example.com'));
      expect(await fresh.db.select().from(users)).toMatchObject([{ isAdmin: true }]);
      expect(await join('second@example.com')).toMatchObject(CLOSED);
    } finally {
      await fresh.dispose();
    }
  });
});

describe('Google on an instance for a team', () => {
  async function viaGoogle(email: string, sub: string) {
    google.person = { sub, email, email_verified: true, name: 'Grace Hopper' };
    const visitor = server.browser();
    const { body } = await visitor.post('sign-in/social', { provider: 'google', callbackURL: '/auth/callback' });
    const response = await fetch(String(read(body, 'url')), { redirect: 'manual' });
    return visitor.open(new URL(response.headers.get('location') ?? ''));
  }
  const REFUSED = {
    status: 302,
    headers: { location: '/login?error=auth_callback_failed&reason=sign_up_closed' },
  };

  test('makes no account for a stranger and one for an invited address', async () => {
    expect(await viaGoogle('unknown@example.com', 's-1')).toMatchObject(REFUSED);
    expect(await userOf('unknown@example.com')).toBeUndefined();
    await invitePerson(admin.ctx, { email: 'grace@example.com' });
    expect(await viaGoogle('grace@example.com', 's-2')).toMatchObject({ headers: { location: '/auth/callback' } });
    expect(await invitationOf('grace@example.com')).toMatchObject({ acceptedAt: expect.any(Date) as Date });
  });

  test('does not confirm an account that a stranger has begun', async () => {
    await addUser(server, { email: 'begun@example.com', emailVerified: false });
    expect(await viaGoogle('begun@example.com', 's-3')).toMatchObject(REFUSED);
    expect(await userOf('begun@example.com')).toMatchObject({ emailVerified: false });
  });

  test('lets those who have an account in, however they came to it', async () => {
    await addUser(server, { email: 'member@example.com' });
    expect(await viaGoogle('member@example.com', 's-4')).toMatchObject({ headers: { location: '/auth/callback' } });
  });
});

describe('invitations', () => {
  test('are listed, mailed again and revoked: then the address cannot sign up', async () => {
    const made = await invitePerson(admin.ctx, { email: 'bob@example.com' });
    expect(made).toMatchObject({ invited_by: 'mira@example.com', sent_at: expect.any(String), accepted_at: null });
    const { invitations: listed } = await listInvitations(admin.ctx, { page: 1, limit: 1 });
    expect(listed).toEqual([made]);

    const mails = server.sent.length;
    await resendInvitation(admin.ctx, made);
    expect(server.sent).toHaveLength(mails);
    server.clock.advance(61_000);
    expect(await resendInvitation(admin.ctx, made)).toMatchObject({ sent_at: server.now().toISOString() });
    expect(server.sent).toHaveLength(mails + 1);

    await revokeInvitation(admin.ctx, made);
    expect(await signUp('bob@example.com')).toMatchObject(CLOSED);
    await expect(revokeInvitation(admin.ctx, made)).rejects.toMatchObject({ type: 'NOT_FOUND' });
    await expect(resendInvitation(admin.ctx, made)).rejects.toMatchObject({ type: 'NOT_FOUND' });
    const actions = await server.db.select({ action: auditLog.action }).from(auditLog);
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['invitation.created', 'invitation.revoked']),
    );
  });

  test('are made once for one address, however often and at once they are asked for', async () => {
    const made = await Promise.all([1, 2, 3].map(() => invitePerson(admin.ctx, { email: 'twice@example.com' })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  test('are not for people who have joined, and theirs are not taken back', async () => {
    await expect(invitePerson(admin.ctx, { email: 'mira@example.com' })).rejects.toMatchObject({ type: 'CONFLICT' });
    const joined = await invitationOf('ada@example.com');
    await expect(revokeInvitation(admin.ctx, { id: joined?.id as Id })).rejects.toMatchObject({ type: 'CONFLICT' });
    await expect(resendInvitation(admin.ctx, { id: joined?.id as Id })).rejects.toMatchObject({ type: 'CONFLICT' });
  });

  test('go with the account that they let in', async () => {
    await server.db.delete(users).where(eq(users.email, 'ada@example.com'));
    expect(await invitationOf('ada@example.com')).toBeUndefined();
  });

  test('stay where the mail does not leave, and say so', async () => {
    const mail = { ...server.mail, send: () => Promise.reject(new Error('no')) };
    expect(await invitePerson({ ...admin.ctx, mail }, { email: 'unsent@example.com' })).toMatchObject({
      sent_at: null,
    });
  });

  test('are an administrator’s to make, and need an address', async () => {
    const { ctx } = await addUser(server);
    await expect(invitePerson(ctx, { email: 'x@example.com' })).rejects.toMatchObject({ type: 'FORBIDDEN' });
    await expect(listInvitations(ctx, { page: 1, limit: 1 })).rejects.toMatchObject({ type: 'FORBIDDEN' });
    await expect(invitePerson(admin.ctx, { email: 'nobody' })).rejects.toMatchObject({
      detail: { code: 'INVALID_EMAIL' },
    });
  });

  test('are bounded', async () => {
    const rows = Array.from({ length: INVITATIONS_MAX }, (_, n) => ({ id: newId(), email: `many-${n}@example.com` }));
    await server.db.insert(invitations).values(rows);
    await expect(invitePerson(admin.ctx, { email: 'more@example.com' })).rejects.toMatchObject({ type: 'CONFLICT' });
  });
});
