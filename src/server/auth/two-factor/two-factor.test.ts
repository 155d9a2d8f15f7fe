import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CODE_LOCK_MINUTES, SIGN_IN_FAILURES_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import {
  accounts,
  auditLog,
  sessions,
  twoFactor,
  twoFactorBackupCodes,
  users,
  usersApiKey,
} from '#server/platform/db/tables/index.ts';
import { createSealer } from '#server/platform/seal.ts';
import { type AuthServer, type Browser, PASSWORD, read, startAuthServer } from '#test/auth-server.ts';
import { totp } from '#test/totp.ts';
import { turnOnTwoFactor } from '#test/turn-on-two-factor.ts';
import { countAdministratorsWithoutSecondFactor, findTwoFactor } from './queries.ts';
import { requireCode } from './require-code.ts';
import { turnOffForEmail, turnOffForPerson } from './turn-off-two-factor.ts';

let server: AuthServer;
let mine: Browser;
let email: string;
let id: Id;
let people = 0;
beforeAll(async () => {
  server = await startAuthServer();
  await server.addAccount('first@example.com');
});
afterAll(() => server.dispose());
beforeEach(async () => {
  // Access tokens are issued by the real clock.
  server.clock.advance(Date.now() - server.now().getTime());
  people += 1;
  email = `person-${people}@example.com`;
  id = await server.addAccount(email);
  mine = server.browser();
  await mine.signIn(email);
});

const PATH = '/api/me/two-factor';
const state = async (by = mine) => read((await by.call('GET', PATH)).body, 'data');
const subjects = () => server.sent.filter(({ to }) => to === email).map(({ subject }) => subject);
const actions = async () => {
  const rows = await server.db.select().from(auditLog).where(eq(auditLog.subject, id));
  return rows.map(({ action }) => action).filter((action) => action.startsWith('two_factor'));
};
const rowOf = async (userId = id) => {
  const row = await findTwoFactor(server.db, userId);
  if (row === undefined) throw new Error('two-factor authentication is not on');
  return row;
};

describe('turning it on', () => {
  test('takes the password and a first code, tells the backup codes once, and ends every other session', async () => {
    const other = server.browser();
    await other.signIn(email);
    expect(await state()).toEqual({ is_on: false, since: null, backup_codes_left: 0 });
    const { backupCodes, secret } = await turnOnTwoFactor(server, mine);
    expect(new Set(backupCodes).size).toBe(10);
    for (const code of backupCodes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
    expect(await state()).toEqual({ is_on: true, since: server.now().toISOString(), backup_codes_left: 10 });
    expect(read((await mine.call('GET', '/api/me')).body, 'data', 'two_factor')).toBe(true);
    expect((await other.get('token')).status).toBe(401);
    expect(await actions()).toEqual(['two_factor.on']);
    expect(subjects()).toContain('Two-factor authentication is on for Baton');
    const kept = JSON.stringify([
      await server.db.select().from(twoFactor),
      await server.db.select().from(twoFactorBackupCodes),
      await server.db.select().from(auditLog),
      server.sent,
    ]);
    for (const told of [
      secret,
      secret.toUpperCase(),
      ...backupCodes,
      ...backupCodes.map((code) => code.replaceAll('-', '')),
    ])
      expect(kept).not.toContain(told);
  });

  test('asks for nothing until it is confirmed', async () => {
    await mine.call('POST', PATH, { password: PASSWORD });
    expect(await state()).toMatchObject({ is_on: false });
    expect(read((await mine.call('GET', '/api/me')).body, 'data', 'two_factor')).toBe(false);
    expect((await server.browser().signIn(email)).body).toMatchObject({ user: { email } });
  });

  test.each([
    ['no password', {}, 400, 'PASSWORD_REQUIRED'],
    ['a wrong password', { password: 'wrong password' }, 403, 'INVALID_CREDENTIALS'],
  ])('is refused with %s', async (_what, body, status, errorCode) => {
    expect(await mine.call('POST', PATH, body)).toMatchObject({ status, body: { errorCode } });
    expect(await server.db.select().from(twoFactor).where(eq(twoFactor.userId, id))).toEqual([]);
  });

  test('without a password needs a sign-in of the last minutes', async () => {
    await server.db.delete(accounts).where(eq(accounts.userId, id));
    expect((await mine.call('POST', PATH, {})).status).toBe(200);
    const old = new Date(server.now().getTime() - 16 * 60_000);
    await server.db.update(sessions).set({ createdAt: old }).where(eq(sessions.userId, id));
    expect(await mine.call('POST', PATH, {})).toMatchObject({ status: 403, body: { errorCode: 'SIGN_IN_AGAIN' } });
  });

  test('is refused with a wrong code, after the time for it, for a secret that was replaced, and twice', async () => {
    const confirm = (code: string) => mine.call('POST', `${PATH}/confirm`, { code });
    expect(await confirm('000000')).toMatchObject({ status: 409 });
    const begin = async () => {
      const secret = String(read((await mine.call('POST', PATH, { password: PASSWORD })).body, 'data', 'secret'));
      return () => totp(secret, server.now().getTime());
    };
    const first = await begin();
    const second = await begin();
    if (first() !== second())
      expect(await confirm(first())).toMatchObject({ status: 403, body: { errorCode: 'WRONG_CODE' } });
    const old = new Date(server.now().getTime() - 16 * 60_000);
    await server.db.update(twoFactor).set({ createdAt: old }).where(eq(twoFactor.userId, id));
    expect(await confirm(second())).toMatchObject({ status: 409, body: { errorCode: 'SIGN_IN_AGAIN' } });
    const third = await begin();
    expect((await confirm(third())).status).toBe(200);
    server.clock.advance(30_000);
    expect((await confirm(third())).status).toBe(409);
    expect((await mine.call('POST', PATH, { password: PASSWORD })).status).toBe(409);
  });

  test('leaves API keys as they are', async () => {
    await mine.call('POST', '/api/auth/api-key');
    await turnOnTwoFactor(server, mine);
    expect(await server.db.select().from(usersApiKey).where(eq(usersApiKey.userId, id))).toHaveLength(1);
  });
});

describe('a code', () => {
  const take = (code: string, ctx = server.contextFor({ kind: 'anonymous' })) =>
    rowOf().then((row) => requireCode({ ...ctx, address: `10.9.${people}.1` }, row, code));

  test('of the step before, of now and of the next one is taken; none of them twice, nor an earlier one', async () => {
    const app = await turnOnTwoFactor(server, mine);
    server.clock.advance(90_000);
    const [late, now, early] = [app.code(-1), app.code(), app.code(1)];
    expect(await take(late)).toBe('code');
    expect(await take(`${now.slice(0, 3)} ${now.slice(3)}`)).toBe('code');
    expect(await take(early)).toBe('code');
    for (const code of [late, now, early])
      await expect(take(code)).rejects.toThrow('This code was used already. Wait for the next one.');
    await expect(take(app.code(2))).rejects.toThrow('This code is not right.');
  });

  test('is taken once by two servers at the same time, and so is a backup code', async () => {
    const app = await turnOnTwoFactor(server, mine);
    const other = await startAuthServer({ databaseUrl: server.databaseUrl });
    try {
      const ctx = { ...other.contextFor({ kind: 'anonymous' }), now: server.now };
      for (const code of [app.nextCode(), app.backupCodes[0] ?? '']) {
        const outcomes = await Promise.allSettled([take(code), take(code, ctx), take(code), take(code, ctx)]);
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      }
    } finally {
      await other.dispose();
    }
    expect(await state()).toMatchObject({ backup_codes_left: 9 });
  });

  test('of another person is wrong', async () => {
    const app = await turnOnTwoFactor(server, mine);
    const theirs = server.browser();
    await server.addAccount(`other-${email}`);
    await theirs.signIn(`other-${email}`);
    const other = await turnOnTwoFactor(server, theirs);
    await expect(take(other.backupCodes[0] ?? '')).rejects.toThrow('This code is not right.');
    await expect(take(other.nextCode() === app.code() ? '000000' : other.code())).rejects.toThrow();
  });

  test('after ten wrong ones none is looked at, whatever the password says in between', async () => {
    const app = await turnOnTwoFactor(server, mine);
    for (let number = 0; number < SIGN_IN_FAILURES_MAX; number += 1) {
      await expect(take('aaaa')).rejects.toThrow('This code is not right.');
      if (number === 5) await server.browser().signIn(email);
    }
    await expect(take(app.nextCode())).rejects.toMatchObject({ detail: { code: 'TOO_MANY_ATTEMPTS' } });
    server.clock.advance(CODE_LOCK_MINUTES * 60_000 - 31_000);
    await expect(take(app.code())).rejects.toMatchObject({ detail: { code: 'TOO_MANY_ATTEMPTS' } });
    server.clock.advance(31_000);
    expect(await take(app.code())).toBe('code');
  });

  test('of the app cannot be looked at after the server’s secret was replaced; backup codes still work', async () => {
    const app = await turnOnTwoFactor(server, mine);
    const ctx = {
      ...server.contextFor({ kind: 'anonymous' }),
      sealer: createSealer(async () => 'another secret of the server'),
    };
    await expect(take(app.nextCode(), ctx)).rejects.toMatchObject({ detail: { code: 'SECRET_UNREADABLE' } });
    expect(await take(app.backupCodes[3] ?? '', ctx)).toBe('backup_code');
  });
});

describe('turning it off, and new backup codes', () => {
  test.each([
    ['DELETE', PATH],
    ['POST', `${PATH}/backup-codes`],
  ] as const)('%s %s needs the password and a code', async (method, path) => {
    const app = await turnOnTwoFactor(server, mine);
    const ask = (body: object) => mine.call(method, path, body);
    expect(await ask({ code: app.nextCode() })).toMatchObject({
      status: 400,
      body: { errorCode: 'PASSWORD_REQUIRED' },
    });
    expect(await ask({ code: app.code(), password: 'wrong password' })).toMatchObject({ status: 403 });
    expect(await ask({ code: 'nonsense', password: PASSWORD })).toMatchObject({
      status: 403,
      body: { errorCode: 'WRONG_CODE' },
    });
    expect(await state()).toMatchObject({ is_on: true, backup_codes_left: 10 });
    expect((await ask({ code: app.code(), password: PASSWORD })).status).toBe(200);
  });

  test('off: the password alone signs in, the rows are gone, and the person is told', async () => {
    const app = await turnOnTwoFactor(server, mine);
    await mine.call('DELETE', PATH, { password: PASSWORD, code: app.backupCodes[1] ?? '' });
    expect((await server.browser().signIn(email)).body).toMatchObject({ user: { email } });
    expect(await server.db.select().from(twoFactorBackupCodes).where(eq(twoFactorBackupCodes.userId, id))).toEqual([]);
    expect(await actions()).toEqual(['two_factor.on', 'two_factor.off']);
    expect(subjects()).toContain('Two-factor authentication is off for Baton');
    expect(await mine.call('DELETE', PATH, { password: PASSWORD, code: app.nextCode() })).toMatchObject({
      status: 409,
    });
  });

  test('new codes replace those before', async () => {
    const app = await turnOnTwoFactor(server, mine);
    const made = await mine.call('POST', `${PATH}/backup-codes`, { password: PASSWORD, code: app.nextCode() });
    const codes = read(made.body, 'data', 'backup_codes') as string[];
    expect(codes).toHaveLength(10);
    const ctx = server.contextFor({ kind: 'anonymous' });
    await expect(requireCode(ctx, await rowOf(), app.backupCodes[0] ?? '')).rejects.toThrow('not right');
    expect(await requireCode(ctx, await rowOf(), codes[0]?.toUpperCase() ?? '')).toBe('backup_code');
    expect(subjects()).toContain('New backup codes for Baton');
  });

  test('twenty changes an hour, then none', async () => {
    const begin = () => mine.call('POST', PATH, { password: PASSWORD });
    for (let number = 0; number < 20; number += 1) expect((await begin()).status).toBe(200);
    expect(await begin()).toMatchObject({ status: 429 });
  });
});

describe('an administrator', () => {
  const asAdmin = (userId: Id) =>
    server.contextFor({ kind: 'user', userId, sessionId: id, name: 'Admin', isAdmin: true });

  test('turns it off for somebody else, who is told, and not for themself', async () => {
    await turnOnTwoFactor(server, mine);
    const [admin] = await server.db.select().from(users).where(eq(users.email, 'first@example.com'));
    const adminId = admin?.id as Id;
    await expect(turnOffForPerson(asAdmin(id), { id })).rejects.toMatchObject({ type: 'FORBIDDEN' });
    await expect(turnOffForPerson({ ...asAdmin(id), actor: { kind: 'anonymous' } }, { id })).rejects.toMatchObject({
      type: 'FORBIDDEN',
    });
    // Nobody's session says for itself that it is an administrator's.
    await expect(turnOffForPerson(asAdmin(id), { id: adminId })).rejects.toMatchObject({ type: 'FORBIDDEN' });
    expect(await turnOffForPerson(asAdmin(adminId), { id })).toEqual({ wasOn: true });
    expect(await turnOffForPerson(asAdmin(adminId), { id })).toEqual({ wasOn: false });
    expect(await state()).toMatchObject({ is_on: false });
    expect(server.sent.findLast(({ to }) => to === email)?.text).toContain(
      'An administrator of this server turned it off',
    );
    const [entry] = await server.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.subject, id), eq(auditLog.action, 'two_factor.off')));
    expect(entry?.actor).toMatchObject({ id: adminId });
  });

  test('or the operator does, by address', async () => {
    await turnOnTwoFactor(server, mine);
    const ctx = server.contextFor({ kind: 'system', name: 'baton admin two-factor off' });
    expect(await turnOffForEmail(ctx, { email: email.toUpperCase() })).toEqual({ wasOn: true });
    await expect(turnOffForEmail(ctx, { email: 'nobody@example.com' })).rejects.toMatchObject({ type: 'NOT_FOUND' });
  });

  test('without a second factor is counted', async () => {
    const count = () => countAdministratorsWithoutSecondFactor(server.db, { ...server.config, adminEmails: [email] });
    const before = await count();
    await turnOnTwoFactor(server, mine);
    expect(await count()).toBe(before - 1);
    await server.db.update(users).set({ isAdmin: true }).where(eq(users.id, id));
    expect(await count()).toBe(before - 1);
  });
});

test('an account is deleted with a code only, and leaves nothing of it', async () => {
  const app = await turnOnTwoFactor(server, mine);
  const proof = { confirm: email, password: PASSWORD };
  for (const code of [undefined, '000000']) {
    const refused = await mine.call('DELETE', '/api/me', { ...proof, code });
    expect([refused.status, read(refused.body, 'errorCode')]).toEqual([403, 'WRONG_CODE']);
  }
  expect((await mine.call('DELETE', '/api/me', { ...proof, code: app.nextCode() })).status).toBe(200);
  expect(await server.db.select().from(twoFactor).where(eq(twoFactor.userId, id))).toEqual([]);
  expect(await server.db.select().from(twoFactorBackupCodes).where(eq(twoFactorBackupCodes.userId, id))).toEqual([]);
});
