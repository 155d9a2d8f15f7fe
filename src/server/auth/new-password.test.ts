import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import {
  accounts,
  auditLog,
  events,
  oauthClients,
  oauthConsents,
  sessions,
  usersApiKey,
} from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { type AuthServer, PASSWORD, read, startAuthServer } from '#test/auth-server.ts';
import { generateApiKey } from './generate-api-key.ts';
import { hashPassword } from './hash-password.ts';
import { PATIENT } from '#test/patience.ts';

const NEW = 'an uncommon sentence';

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
  await server.addAccount('first@example.com');
  await server.db.insert(oauthClients).values({ id: newId(), clientId: 'app', name: 'App', redirectUris: [] });
});
afterAll(() => server.dispose());

let made = 0;
/** A signed-in user with an API key and a connected app. */
async function addPerson() {
  made += 1;
  const email = `agent-owner-${made}@example.com`;
  const id = await server.addAccount(email);
  const actor = { kind: 'user', userId: id, sessionId: newId(), name: '', isAdmin: false } as const;
  const { apiKey } = await generateApiKey(server.contextFor(actor));
  await server.db
    .insert(oauthConsents)
    .values({ id: newId(), clientId: 'app', userId: id, scopes: [], createdAt: server.now(), updatedAt: server.now() });
  const here = server.browser();
  await here.signIn(email);
  return { id, email, apiKey, here };
}

async function linkFor(email: string): Promise<string> {
  server.clock.advance(61_000);
  await server.browser().post('request-password-reset', { email });
  await server.auth.settle();
  return server.linkTo(email).searchParams.get('token') ?? '';
}
const reset = (token: string, more: object = {}) =>
  server.browser().post('reset-password', { token, newPassword: NEW, ...more });

const keysOf = (id: Id) => server.db.select().from(usersApiKey).where(eq(usersApiKey.userId, id));
const appsOf = (id: Id) => server.db.select().from(oauthConsents).where(eq(oauthConsents.userId, id));
const auditOf = async (id: Id) =>
  (await server.db.select().from(auditLog).where(eq(auditLog.subject, id))).map(({ action, actor }) => ({
    action,
    by: (actor as { id: unknown }).id,
  }));
async function noticeTo(email: string) {
  await server.auth.settle();
  return server.sent.filter(({ to, subject }) => to === email && subject.startsWith('Your password'));
}

describe('two links', () => {
  test('of which the newer was mailed leave the older one dead', async () => {
    const { email } = await addPerson();
    const older = await linkFor(email);
    const newer = await linkFor(email);
    expect(await reset(older)).toMatchObject({ status: 400, body: { errorCode: 'INVALID_TOKEN' } });
    expect(await reset(newer)).toMatchObject({ status: 200 });
  });

  test('of which the newer was never mailed leave the older one good', async () => {
    const { email } = await addPerson();
    const older = await linkFor(email);
    const mails = server.sent.length;
    await server.browser().post('request-password-reset', { email });
    await server.auth.settle();
    expect(server.sent).toHaveLength(mails);
    expect(await reset(older)).toMatchObject({ status: 200 });
  });

  test('of two people do not touch each other', async () => {
    const [one, other] = [await addPerson(), await addPerson()];
    const theirs = await linkFor(one.email);
    await linkFor(other.email);
    expect(await reset(theirs)).toMatchObject({ status: 200 });
  });
});

describe.each(['reset', 'change'] as const)('a new password by %s', (way) => {
  const set = async ({ email, here }: Awaited<ReturnType<typeof addPerson>>, more: object = {}) =>
    way === 'reset'
      ? reset(await linkFor(email), more)
      : here.post('change-password', { currentPassword: PASSWORD, newPassword: NEW, ...more });

  test('keeps the key and the apps unless asked, and says so by mail', async () => {
    const person = await addPerson();
    expect(await set(person)).toMatchObject({ status: 200 });
    expect(await keysOf(person.id)).toHaveLength(1);
    expect(await appsOf(person.id)).toHaveLength(1);
    const [mail, ...more] = await noticeTo(person.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('Your password for Baton was changed');
    expect(mail?.text).toContain('Your API keys still work. Connected apps stay connected.');
    expect(mail?.text).not.toContain(NEW);
  });

  test('revokes the key and disconnects the apps when asked, and says so by mail', async () => {
    const person = await addPerson();
    expect(await set(person, { revokeApiKey: true, disconnectApps: true })).toMatchObject({ status: 200 });
    expect(await keysOf(person.id)).toEqual([]);
    expect(await appsOf(person.id)).toEqual([]);
    expect((await noticeTo(person.email))[0]?.text).toContain('Your API keys were revoked');
    expect((await noticeTo(person.email))[0]?.text).toContain('Connected apps were disconnected');
    const told = await server.db
      .select()
      .from(events)
      .where(and(eq(events.scope, `user:${person.id}`), eq(events.type, 'api_key.updated')));
    expect(told.at(-1)?.data).toMatchObject({ hasApiKey: false });
  });

  test('is in the audit log with who did it', async () => {
    const person = await addPerson();
    await set(person, { revokeApiKey: true, disconnectApps: true });
    const entries = await auditOf(person.id);
    for (const action of [
      way === 'reset' ? 'password.reset' : 'password.changed',
      'api_key.revoked',
      'apps.disconnected',
    ])
      expect(entries).toContainEqual({ action, by: person.id });
  });

  test('touches nobody else', async () => {
    const [person, other] = [await addPerson(), await addPerson()];
    await set(person, { revokeApiKey: true, disconnectApps: true });
    expect(await keysOf(other.id)).toHaveLength(1);
    expect(await appsOf(other.id)).toHaveLength(1);
    expect(await other.here.get('get-session')).toMatchObject({ body: { user: { email: other.email } } });
  });

  test('refuses a field that is no yes or no', async () => {
    expect(await set(await addPerson(), { revokeApiKey: 'yes' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'revokeApiKey' }] },
    });
  });
});

async function waitingForLock(): Promise<number> {
  const { rows } = await server.db.execute<{ n: number }>(
    sql`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows[0]?.n ?? 0;
}

test('a new password shuts out whoever signs in with the old one in the same moment', async () => {
  const person = await addPerson();
  const hash = await hashPassword(NEW);
  let signingIn: ReturnType<typeof person.here.signIn> | undefined;
  await server.db.transaction(async (tx) => {
    await tx.update(accounts).set({ password: hash }).where(eq(accounts.userId, person.id));
    await tx.delete(sessions).where(eq(sessions.userId, person.id));
    signingIn = server.browser().signIn(person.email);
    // It has opened its session, and asks whether the password that it was opened for is still the one.
    await expect.poll(() => waitingForLock(), PATIENT).toBe(1);
  });
  expect(await signingIn).toMatchObject({ status: 401, body: { errorCode: 'INVALID_CREDENTIALS' } });
  expect(await server.db.select().from(sessions).where(eq(sessions.userId, person.id))).toEqual([]);
});

test('a changed password answers with the account, and nothing secret', async () => {
  const { id, email, here } = await addPerson();
  const { body } = await here.post('change-password', { currentPassword: PASSWORD, newPassword: NEW });
  expect(body).toMatchObject({ token: null, user: { id, email, emailVerified: true } });
  expect(Object.keys(Object(read(body, 'user')))).not.toContain('password');
});

test('the current password must still be the current one when the new one is set', async () => {
  const person = await addPerson();
  let changing: ReturnType<typeof person.here.post> | undefined;
  const hash = await hashPassword('by somebody else');
  await server.db.transaction(async (tx) => {
    await tx.execute(sql`select from users where id = ${person.id} for update`);
    changing = person.here.post('change-password', { currentPassword: PASSWORD, newPassword: NEW });
    await expect.poll(() => waitingForLock(), PATIENT).toBe(1);
    await tx.update(accounts).set({ password: hash }).where(eq(accounts.userId, person.id));
  });
  expect(await changing).toMatchObject({ status: 403, body: { errorCode: 'INVALID_CREDENTIALS' } });
  expect(await server.browser().signIn(person.email, 'by somebody else')).toMatchObject({ status: 200 });
});

test('a mail that cannot be sent does not undo the new password', async () => {
  const person = await addPerson();
  const token = await linkFor(person.email);
  const send = server.mail.send;
  server.mail.send = () => Promise.reject(new Error('the mail server is gone'));
  try {
    expect(await reset(token)).toMatchObject({ status: 200 });
    await server.auth.settle();
  } finally {
    server.mail.send = send;
  }
  expect(await server.browser().signIn(person.email, NEW)).toMatchObject({ status: 200 });
});
