import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accounts, auditLog, systemSettings, users, verifications } from '#server/platform/db/tables/index.ts';
import { SETTINGS_TOPIC } from '#server/platform/settings.ts';
import { type AuthServer, startAuthServer } from '#test/auth-server.ts';
import { addUser } from '#test/builders.ts';
import { holdBack } from '#test/hold-back.ts';
import { invitePerson } from './invitations/invite-person.ts';
import { setUserStatus } from './set-user-status.ts';

const THEIRS = 'the stranger knows';
const MINE = 'the owner knows';
const TAKEN = { status: 409, body: { errorCode: 'EMAIL_TAKEN' } };
const REPLACED = { status: 302, headers: { location: '/login?error=auth_callback_failed&reason=link_replaced' } };
const CONFIRMED = { status: 302, headers: { location: '/auth/callback' } };

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
  await server.addAccount('first@example.com');
});
afterAll(() => server.dispose());

let made = 0;
const newAddress = () => `owner-${(made += 1)}@example.com`;
const signUp = (email: string, password: string, name = '') =>
  server.browser().post('sign-up/email', { email, password, name });
const signIn = (email: string, password: string) => server.browser().signIn(email, password);
const userOf = async (email: string) => (await server.db.select().from(users).where(eq(users.email, email)))[0];
const mailsTo = (email: string) => server.sent.filter(({ to }) => to === email);
/** A minute later, when the rate limit allows the next mail. */
const later = () => server.clock.advance(61_000);
async function ask(path: 'send-verification-email' | 'request-password-reset', email: string): Promise<URL> {
  await server.browser().post(path, { email });
  await server.auth.settle();
  return server.linkTo(email);
}
const choose = (link: URL, newPassword: string) =>
  server.browser().post('reset-password', { token: link.searchParams.get('token'), newPassword });

describe('signing up with an address that nobody confirmed', () => {
  test('is a first sign-up: the password and the name are those given now, and the answer tells nothing of the others', async () => {
    const email = newAddress();
    const before = await signUp(email, THEIRS, 'Planted');
    later();
    const answer = await signUp(email, MINE, 'The Owner');
    expect(answer).toMatchObject({
      status: 200,
      body: { token: null, user: { email, name: 'The Owner', emailVerified: false, image: null } },
    });
    expect(Object.keys(Object(Object(answer.body).user)).toSorted()).toEqual(
      Object.keys(Object(Object(before.body).user)).toSorted(),
    );
    expect(Object(Object(answer.body).user).createdAt).toBe(server.now().toISOString());
    expect(await server.browser().open(server.linkTo(email))).toMatchObject(CONFIRMED);
    expect(await signIn(email, THEIRS)).toMatchObject({ status: 401 });
    expect(await signIn(email, MINE)).toMatchObject({ status: 200 });
    const kept = await server.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, (await userOf(email))!.id));
    expect(kept.map(({ action }) => action)).toContain('sign_up.repeated');
  });

  test('leaves a link of an earlier mail that confirms nothing, and says why', async () => {
    const email = newAddress();
    await signUp(email, THEIRS);
    const older = server.linkTo(email);
    later();
    await signUp(email, MINE);
    expect(await server.browser().open(older)).toMatchObject(REPLACED);
    older.searchParams.delete('callbackURL');
    expect(await server.browser().open(older)).toMatchObject({
      status: 400,
      body: { errorCode: 'INVALID_TOKEN', error: expect.stringContaining('signed up again') },
    });
    expect(await userOf(email)).toMatchObject({ emailVerified: false });
  });

  test('by a stranger after the owner did: the owner’s link does not confirm the stranger’s password', async () => {
    const email = newAddress();
    await signUp(email, MINE);
    const mine = server.linkTo(email);
    later();
    await signUp(email, THEIRS);
    expect(mailsTo(email).at(-1)?.text).toContain('signed up again');
    expect(await server.browser().open(mine)).toMatchObject(REPLACED);
    expect(await signIn(email, THEIRS)).toMatchObject({ status: 403, body: { errorCode: 'EMAIL_NOT_VERIFIED' } });
  });

  test('in the moment in which the owner opens the link: one of the two is refused', async () => {
    const email = newAddress();
    await signUp(email, MINE);
    const mine = server.linkTo(email);
    later();
    const [opened, again] = await holdBack(server, { table: 'users', waiting: 2 }, () =>
      Promise.all([server.browser().open(mine), signUp(email, THEIRS)]),
    );
    const isMine = opened.headers.location === '/auth/callback';
    expect(again.status).toBe(isMine ? 409 : 200);
    expect(await signIn(email, THEIRS)).toMatchObject({ status: isMine ? 401 : 403 });
    expect(await userOf(email)).toMatchObject({ emailVerified: isMine });
  });

  test('ends the reset links that were mailed before', async () => {
    const email = newAddress();
    await signUp(email, THEIRS);
    const link = await ask('request-password-reset', email);
    later();
    await signUp(email, MINE);
    expect(await choose(link, 'by an older link')).toMatchObject({ status: 400, body: { errorCode: 'INVALID_TOKEN' } });
    expect(
      await server.db
        .select()
        .from(verifications)
        .where(eq(verifications.value, (await userOf(email))!.id)),
    ).toEqual([]);
  });

  test('within a minute of the last mail finds the address taken, and changes nothing', async () => {
    const email = newAddress();
    await signUp(email, MINE);
    const mails = mailsTo(email).length;
    expect(await signUp(email, THEIRS)).toMatchObject({ status: 409, body: { errorCode: 'EMAIL_TAKEN' } });
    expect(mailsTo(email)).toHaveLength(mails);
    expect(await server.browser().open(server.linkTo(email))).toMatchObject(CONFIRMED);
    expect(await signIn(email, MINE)).toMatchObject({ status: 200 });
  });

  test('mails an address five times an hour, from wherever it is asked', async () => {
    const email = newAddress();
    await signUp(email, MINE);
    const statuses = [];
    for (let number = 0; number < 8; number += 1) {
      later();
      statuses.push((await signUp(email, THEIRS)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(mailsTo(email)).toHaveLength(6);
  });

  test('does not let whoever knows the password have the address mailed without end', async () => {
    const email = newAddress();
    await signUp(email, THEIRS);
    for (let number = 0; number < 20; number += 1) {
      later();
      await signIn(email, THEIRS);
    }
    // The burst of ten, and one more for every six of the twenty minutes.
    expect(mailsTo(email)).toHaveLength(13);
  });

  test('changes nothing about an account that is confirmed or suspended', async () => {
    const [confirmed, suspended] = [newAddress(), newAddress()];
    await server.addAccount(confirmed, MINE);
    await signUp(suspended, MINE);
    const ctx = server.contextFor({ kind: 'system', name: 'test' });
    await setUserStatus(ctx, { userId: (await userOf(suspended))!.id, status: 'suspended' });
    later();
    for (const email of [confirmed, suspended]) {
      const mails = mailsTo(email).length;
      const [before] = await server.db
        .select()
        .from(accounts)
        .where(eq(accounts.userId, (await userOf(email))!.id));
      expect(await signUp(email, THEIRS, 'Planted')).toMatchObject(TAKEN);
      const [after] = await server.db
        .select()
        .from(accounts)
        .where(eq(accounts.userId, (await userOf(email))!.id));
      expect(after).toEqual(before);
      expect(await userOf(email)).toMatchObject({ name: '' });
      expect(mailsTo(email)).toHaveLength(mails);
    }
  });
});

describe('a mail that is asked for again', () => {
  test('lets whoever reads it choose the password, and confirms the address with it', async () => {
    const email = newAddress();
    await signUp(email, THEIRS);
    later();
    const link = await ask('send-verification-email', email);
    expect(mailsTo(email).at(-1)?.subject).toMatch(/^Confirm your email address/);
    expect(link.pathname).toBe('/reset-password');
    expect(await choose(link, MINE)).toMatchObject({ status: 200 });
    expect(await signIn(email, THEIRS)).toMatchObject({ status: 401 });
    expect(await signIn(email, MINE)).toMatchObject({ status: 200 });
    const kept = await server.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.subject, (await userOf(email))!.id));
    expect(kept.map(({ action }) => action)).toEqual(expect.arrayContaining(['password.reset', 'email.confirmed']));
  });

  test('as a forgotten password does the same, and the link of the sign-up is over', async () => {
    const email = newAddress();
    await signUp(email, THEIRS);
    const older = server.linkTo(email);
    const link = await ask('request-password-reset', email);
    expect(await choose(link, MINE)).toMatchObject({ status: 200 });
    expect(await userOf(email)).toMatchObject({ emailVerified: true });
    await server.browser().open(older);
    expect(await signIn(email, THEIRS)).toMatchObject({ status: 401 });
    expect(await signIn(email, MINE)).toMatchObject({ status: 200 });
  });

  test('by signing in with the password has a link that confirms that password', async () => {
    const email = newAddress();
    await signUp(email, MINE);
    later();
    await signIn(email, MINE);
    const link = server.linkTo(email);
    expect(await server.browser().open(link)).toMatchObject(CONFIRMED);
    expect(await signIn(email, MINE)).toMatchObject({ status: 200 });
  });
});

describe('on an instance for a team', () => {
  const set = async (fields: Partial<typeof systemSettings.$inferInsert>) => {
    await server.db.update(systemSettings).set(fields);
    server.bus.tellHere(SETTINGS_TOPIC, 'saved');
  };
  beforeEach(() => set({ instanceKind: 'team', signUpBy: 'invited' }));
  afterEach(() => set({ instanceKind: null }));

  test('nobody keeps an invited address from whom it belongs to', async () => {
    const email = newAddress();
    const admin = await addUser(server, { isAdmin: true });
    await invitePerson(admin.ctx, { email });
    await signUp(email, THEIRS);
    later();
    expect(await signUp(email, MINE)).toMatchObject({ status: 200 });
    expect(await server.browser().open(server.linkTo(email))).toMatchObject(CONFIRMED);
    expect(await signIn(email, THEIRS)).toMatchObject({ status: 401 });
    expect(await signIn(email, MINE)).toMatchObject({ status: 200 });
  });

  test('a chosen password confirms no address that may not join any more', async () => {
    const email = newAddress();
    await set({ instanceKind: null });
    await signUp(email, MINE);
    const link = await ask('request-password-reset', email);
    await set({ instanceKind: 'team' });
    expect(await choose(link, 'another one of mine')).toMatchObject({
      status: 403,
      body: { errorCode: 'SIGN_UP_CLOSED' },
    });
    expect(await userOf(email)).toMatchObject({ emailVerified: false });
  });
});
