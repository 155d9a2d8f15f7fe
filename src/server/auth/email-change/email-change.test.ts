import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { accounts, emailChanges, sessions, users } from '#server/platform/db/tables/index.ts';
import { addUser } from '#test/builders.ts';
import { type AuthServer, type Browser, PASSWORD, read, startAuthServer } from '#test/auth-server.ts';
import { writeDone } from './mails.ts';

const ADMIN = 'named-admin@example.com';
const DAY_MS = 86_400_000;

let server: AuthServer;
let id: Id;
let old: string;
let next: string;
let mine: Browser;
let people = 0;
beforeAll(async () => {
  server = await startAuthServer({ env: { BATON_ADMIN_EMAILS: ADMIN } });
  await server.addAccount(ADMIN);
});
afterAll(() => server.dispose());
beforeEach(async () => {
  people += 1;
  [old, next] = [`old-${people}@example.com`, `new-${people}@example.com`];
  id = await server.addAccount(old);
  mine = server.browser();
  await mine.signIn(old);
});

const ask = (email = next, password: string | null = PASSWORD, by = mine) =>
  by.call('POST', '/api/me/email', { email, ...(password === null ? {} : { password }) });
const tokenTo = (email: string) => server.linkTo(email).searchParams.get('token') ?? '';
const open = async (token: string, what = 'confirm') =>
  server.browser().send('POST', `/api/email-change/${what}`, { token });
const emailOf = async (userId = id) => (await server.db.select().from(users).where(eq(users.id, userId)))[0]?.email;

describe('an address is changed', () => {
  test.each([
    ['the present one first', true],
    ['the new one first', false],
  ])('when both links are confirmed, %s', async (_order, isOldFirst) => {
    expect((await ask(` ${next.toUpperCase()} `)).status).toBe(202);
    const [oldToken, newToken] = [tokenTo(old), tokenTo(next)];
    const [first, second] = isOldFirst ? [oldToken, newToken] : [newToken, oldToken];
    expect(read((await open(first)).body, 'data')).toEqual({ changed: false, waits_for: isOldFirst ? 'new' : 'old' });
    expect(read((await open(first)).body, 'data', 'changed'), 'the same link twice').toBe(false);
    expect(await emailOf()).toBe(old);
    expect(read((await open(second)).body, 'data')).toEqual({ changed: true, waits_for: null });
    expect(await emailOf()).toBe(next);
    for (const token of [first, second]) expect((await open(token)).status, 'a link that was used').toBe(400);
    expect((await server.browser().signIn(old)).status).toBe(401);
    expect((await server.browser().signIn(next)).status).toBe(200);
  });

  test('other sessions and links to the old address end, the session that asked stays, and the old address is told', async () => {
    const other = server.browser();
    await other.signIn(old);
    await ask();
    const [oldToken, newToken] = [tokenTo(old), tokenTo(next)];
    await server.browser().post('request-password-reset', { email: old });
    await server.auth.settle();
    const reset = server.linkTo(old).searchParams.get('token');
    await open(oldToken);
    await open(newToken);
    expect((await other.get('token')).status).toBe(401);
    expect(read((await mine.call('GET', '/api/me')).body, 'data', 'email')).toBe(next);
    const late = await server.browser().post('reset-password', { token: reset, newPassword: 'another long one' });
    expect(late.status).toBe(400);
    const told = server.sent.findLast(({ to }) => to === old);
    const ctx = server.contextFor({ kind: 'system', name: 'test' });
    expect(told).toEqual(writeDone(ctx, { oldEmail: old, newEmail: next }));
  });

  test('what waits is told to its person only', async () => {
    await ask();
    const waits = read((await mine.call('GET', '/api/me/email')).body, 'data');
    expect(waits).toMatchObject({ new_email: next, old_confirmed: false, new_confirmed: false });
    const [row] = await server.db.select().from(emailChanges).where(eq(emailChanges.userId, id));
    for (const token of [tokenTo(old), tokenTo(next)]) expect(JSON.stringify(row)).not.toContain(token);
  });
});

describe('a change is refused', () => {
  test('without the password, with a wrong one, and for what is no new address', async () => {
    expect(await ask(next, null)).toMatchObject({ status: 400, body: { errorCode: 'PASSWORD_REQUIRED' } });
    expect(await ask(next, 'not the password')).toMatchObject({
      status: 403,
      body: { errorCode: 'INVALID_CREDENTIALS' },
    });
    for (const email of ['nonsense', old.toUpperCase()])
      expect(await ask(email)).toMatchObject({ status: 400, body: { errorCode: 'INVALID_EMAIL' } });
    expect(await server.db.select().from(emailChanges).where(eq(emailChanges.userId, id))).toEqual([]);
  });

  test('to an account without a password whose sign-in is not fresh', async () => {
    await server.db.delete(accounts).where(eq(accounts.userId, id));
    expect((await ask(next, null)).status).toBe(202);
    const before = new Date(server.now().getTime() - 16 * 60_000);
    await server.db.update(sessions).set({ createdAt: before }).where(eq(sessions.userId, id));
    expect(await ask(next, null)).toMatchObject({ status: 403, body: { errorCode: 'SIGN_IN_AGAIN' } });
  });

  test('after a day, after another one was asked for, and after it was given up, stopped, or the password was changed', async () => {
    await ask();
    const late = tokenTo(next);
    server.clock.advance(DAY_MS);
    expect((await open(late)).status).toBe(400);
    server.clock.advance(-DAY_MS);
    await ask(`other-${next}`);
    expect((await open(late)).status, 'the link of the former change').toBe(400);
    const given = tokenTo(`other-${next}`);
    expect((await mine.call('DELETE', '/api/me/email')).status).toBe(200);
    expect((await open(given)).status).toBe(400);
    await ask();
    const stopped = tokenTo(old);
    expect((await open(stopped, 'stop')).status).toBe(200);
    expect((await open(stopped)).status).toBe(400);
    await ask();
    const ended = tokenTo(old);
    await mine.post('change-password', { currentPassword: PASSWORD, newPassword: 'another long one' });
    expect((await open(ended)).status).toBe(400);
    expect(await emailOf()).toBe(old);
  });

  test('to an address that has an account: who asked is told nothing, its owner is, and no link can change it', async () => {
    await server.addAccount(next);
    const answer = await ask();
    expect([answer.status, read(answer.body, 'data', 'new_email')]).toEqual([202, next]);
    expect(server.sent.findLast(({ to }) => to === next)?.subject).toContain('account already');
    await open(tokenTo(old));
    expect(await emailOf()).toBe(old);
  });

  test('of two accounts that move to one address at once one gets it', async () => {
    const rival = `rival-${people}@example.com`;
    const rivalId = await server.addAccount(rival);
    const theirs = server.browser();
    await theirs.signIn(rival);
    await ask();
    const [first, second] = [tokenTo(old), tokenTo(next)];
    await ask(next, PASSWORD, theirs);
    const [third, fourth] = [tokenTo(rival), tokenTo(next)];
    await Promise.all([open(first), open(third)]);
    const done = await Promise.all([open(second), open(fourth)]);
    expect(done.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect([await emailOf(), await emailOf(rivalId)].filter((email) => email === next)).toHaveLength(1);
  });

  test('to the last administrator, whose address the configuration names', async () => {
    await server.db.update(users).set({ isAdmin: false }).where(eq(users.email, ADMIN));
    const admin = server.browser();
    await admin.signIn(ADMIN);
    await ask(next, PASSWORD, admin);
    await open(tokenTo(ADMIN));
    expect(await open(tokenTo(next))).toMatchObject({ status: 409, body: { errorCode: 'LAST_ADMINISTRATOR' } });
  });
});

test('an account of the new address that nobody confirmed makes room', async () => {
  const waiting = await addUser(server, { email: next, emailVerified: false });
  await ask();
  await open(tokenTo(old));
  await open(tokenTo(next));
  expect(await emailOf()).toBe(next);
  expect(await emailOf(waiting.id)).toBeUndefined();
});
