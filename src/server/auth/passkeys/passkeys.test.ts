import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { PASSKEYS_MAX } from '#contract/passkeys.ts';
import { auditLog, passkeys, sessions, users } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { type AuthServer, type Browser, PASSWORD, read, startAuthServer } from '#test/auth-server.ts';
import { countLockWaits } from '#test/count-lock-waits.ts';
import { PATIENT } from '#test/patience.ts';
import { SoftAuthenticator } from '#test/soft-authenticator.ts';
import { type App, turnOnTwoFactor } from '#test/turn-on-two-factor.ts';
import { passkeyHostOf } from './host.ts';
import { proofMark } from './proof-mark.ts';

let server: AuthServer;
let id: Id;
let email: string;
let mine: Browser;
let device: SoftAuthenticator;
let people = 0;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.dispose());
beforeEach(async () => {
  people += 1;
  email = `keys-${people}@example.com`;
  id = await server.addAccount(email);
  mine = server.browser();
  await mine.signIn(email);
  device = new SoftAuthenticator();
});

type Offer = Parameters<SoftAuthenticator['create']>[0];
const origin = () => server.config.url;
const offer = async (by = mine, body: object = { password: PASSWORD }) =>
  read((await by.call('POST', '/api/me/passkeys/options', body)).body, 'data') as Offer;
const store = (made: object, by = mine, name = 'Laptop') => by.call('POST', '/api/me/passkeys', { name, ...made });
const add = async (by = mine, with_ = device) => store(with_.create(await offer(by), { origin: origin() }), by);
const offerSignIn = async (by: Browser) => {
  // A challenge made in the millisecond of the one before counts as that one; the test clock stands still.
  server.clock.advance(1);
  return (await by.post('passkey/options')).body as Offer;
};
const signIn = async (wishes: object = {}, by = server.browser()) => {
  const signed = device.get(await offerSignIn(by), { origin: origin(), ...wishes });
  return { by, answer: await by.post('passkey/sign-in', signed) };
};
const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b);
const whoIs = async (by: Browser) => read((await by.call('GET', '/api/me')).body, 'data', 'email');

describe('adding a passkey', () => {
  test('lets it sign in without a password, tells the person by mail and is told in the activity', async () => {
    expect((await add()).status).toBe(201);
    expect(server.sent.findLast(({ to }) => to === email)?.subject).toMatch(/passkey was added/);
    const { by, answer } = await signIn();
    expect(answer).toMatchObject({ status: 200, body: { status: true } });
    expect(await whoIs(by)).toBe(email);
    const entries = await server.db.select().from(auditLog).where(eq(auditLog.subject, id));
    expect(entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['passkey.added', 'sign_in.done']));
    expect(entries.at(-1)?.detail).toMatchObject({ by: 'passkey', passkey: 'Laptop' });
    const [listed] = read((await mine.call('GET', '/api/me/passkeys')).body, 'data') as object[];
    expect(listed).toMatchObject({ name: 'Laptop', is_usable: true, last_used_at: expect.any(String) });
    expect(JSON.stringify(listed)).not.toContain('public');
  });

  test('needs the password, not the session alone', async () => {
    const missing = await mine.call('POST', '/api/me/passkeys/options', {});
    expect([missing.status, read(missing.body, 'errorCode')]).toEqual([400, 'PASSWORD_REQUIRED']);
    const wrong = await mine.call('POST', '/api/me/passkeys/options', { password: 'wrong horse' });
    expect([wrong.status, read(wrong.body, 'errorCode')]).toEqual([403, 'INVALID_CREDENTIALS']);
  });

  test.each([
    ['of another page', { origin: 'https://evil.example' }],
    ['for another host', { host: 'evil.example' }],
    ['without a fingerprint, face or PIN', { isVerified: false }],
  ])('is refused for an answer %s', async (_what, wishes) => {
    const answer = await store(device.create(await offer(), { origin: origin(), ...wishes }));
    expect([answer.status, read(answer.body, 'errorCode')]).toEqual([403, 'PASSKEY_REFUSED']);
  });

  test('is refused with the ticket of somebody else, of a sign-in, forged or late', async () => {
    const other = server.browser();
    await server.addAccount(`other-${email}`);
    await other.signIn(`other-${email}`);
    const theirs = await offer(other);
    const own = await offer();
    const tries = [
      { ...own, ticket: theirs.ticket, options: { ...own.options, challenge: theirs.options['challenge'] } },
      { ...own, ...(await offerSignIn(mine)), options: { ...own.options } },
      { ...own, ticket: `${own.ticket.slice(0, -4)}AAAA` },
      { ...own, ticket: 'nonsense' },
    ];
    for (const each of tries) expect((await store(device.create(each, { origin: origin() }))).status).toBe(403);
    const at = server.clock.now().getTime() - 5 * 60_000;
    const challenge = own.options['challenge'];
    const [session] = await server.db.select().from(sessions).where(eq(sessions.userId, id));
    const purpose = `passkey of ${id} ${await proofMark(server.db, id, session?.id ?? '')}`;
    const late = { ...own, ticket: await server.sealer.seal(JSON.stringify({ challenge, at }), purpose) };
    expect((await store(device.create(late, { origin: origin() }))).status).toBe(403);
    expect((await store(device.create(own, { origin: origin() }))).status).toBe(201);
  });

  test('is refused with a ticket that was used, though by another device', async () => {
    const offered = await offer();
    server.clock.advance(1);
    expect((await store(device.create(offered, { origin: origin() }))).status).toBe(201);
    const again = await store(new SoftAuthenticator().create(offered, { origin: origin() }));
    expect([again.status, read(again.body, 'errorCode')]).toEqual([403, 'PASSKEY_REFUSED']);
  });

  test.each([
    ['the second factor was turned on', () => turnOnTwoFactor(server, mine)],
    [
      'the password was changed',
      () => mine.post('change-password', { currentPassword: PASSWORD, newPassword: 'another long password' }),
    ],
  ])('is refused with a ticket of before %s', async (_what, change) => {
    // Access tokens are issued by the real clock.
    server.clock.advance(Date.now() - server.now().getTime());
    const offered = await offer();
    await change();
    const late = await store(device.create(offered, { origin: origin() }));
    expect([late.status, read(late.body, 'errorCode')]).toEqual([403, 'PASSKEY_REFUSED']);
    expect(await server.db.select().from(passkeys).where(eq(passkeys.userId, id))).toEqual([]);
  });

  test('is refused when the password changes while it is stored', async () => {
    const made = device.create(await offer(), { origin: origin() });
    const holder = await server.database.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from users where id = $1 for update', [id]);
      const running = store(made);
      await expect.poll(() => countLockWaits(holder), PATIENT).toBe(1);
      await holder.query(`update accounts set password = 'another hash' where user_id = $1`, [id]);
      await holder.query('commit');
      expect((await running).status).toBe(403);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    expect(await server.db.select().from(passkeys).where(eq(passkeys.userId, id))).toEqual([]);
  });

  test('twice, also to another account, is a conflict and one row', async () => {
    const offered = await offer();
    const made = device.create(offered, { origin: origin() });
    const answers = await Promise.all([store(made), store(made)]);
    expect(statusesOf(answers)).toEqual([201, 409]);
    const other = server.browser();
    await server.addAccount(`second-${email}`);
    await other.signIn(`second-${email}`);
    expect((await add(other)).status).toBe(409);
  });

  test('stops at the limit, also when asked for at the same time', async () => {
    const rows = Array.from({ length: PASSKEYS_MAX - 1 }, (_, n) => ({
      id: newId(),
      userId: id,
      name: `Key ${n}`,
      host: 'localhost',
      credentialId: `${id}-${n}`,
      publicKey: '',
      counter: 0,
      transports: [],
      isSynced: false,
      createdAt: server.now(),
    }));
    await server.db.insert(passkeys).values(rows);
    const answers = await Promise.all([add(mine, new SoftAuthenticator()), add(mine, new SoftAuthenticator())]);
    expect(statusesOf(answers)).toEqual([201, 409]);
  });
});

describe('signing in with a passkey', () => {
  beforeEach(async () => void (await add()));

  test('works once for each challenge', async () => {
    const by = server.browser();
    const signed = device.get(await offerSignIn(by), { origin: origin() });
    const answers = await Promise.all([by.post('passkey/sign-in', signed), by.post('passkey/sign-in', signed)]);
    expect(statusesOf(answers)).toEqual([200, 401]);
    expect((await by.post('passkey/sign-in', signed)).status).toBe(401);
    expect((await signIn()).answer.status).toBe(200);
  });

  test.each([
    ['of another page', { origin: 'https://evil.example' }],
    ['for another host', { host: 'evil.example' }],
    ['without a fingerprint, face or PIN', { isVerified: false }],
  ])('is refused for an answer %s', async (_what, wishes) => {
    const { by, answer } = await signIn(wishes);
    expect([answer.status, read(answer.body, 'errorCode'), answer.setCookies]).toEqual([401, 'PASSKEY_REFUSED', []]);
    expect((await by.get('get-session')).body).toBeNull();
  });

  test('is refused when its counter does not grow, as that of a copy', async () => {
    expect((await signIn({ counter: 7 })).answer.status).toBe(200);
    expect((await signIn({ counter: 7 })).answer.status).toBe(401);
    expect((await signIn({ counter: 3 })).answer.status).toBe(401);
    expect((await signIn({ counter: 0 })).answer.status).toBe(401);
    expect((await signIn({ counter: 8 })).answer.status).toBe(200);
  });

  test('is refused with another signature, user handle, or ticket', async () => {
    const by = server.browser();
    const signed = device.get(await offerSignIn(by), { origin: origin() });
    const { credential } = signed;
    const with_ = (response: object) => ({
      ...signed,
      credential: { ...credential, response: { ...credential.response, ...response } },
    });
    const stranger = new SoftAuthenticator().get(await offerSignIn(by), { origin: origin() });
    const forged = { ...stranger, credential: { ...stranger.credential, id: credential.id, rawId: credential.rawId } };
    const making = { ...signed, ticket: (await offer()).ticket };
    for (const each of [with_({ signature: 'AAAA' }), with_({ userHandle: 'AAAA' }), stranger, forged, making])
      expect((await by.post('passkey/sign-in', each)).status).toBe(401);
    expect((await by.post('passkey/sign-in', signed)).status).toBe(200);
  });

  test('is refused for a suspended account, and after the passkey was removed', async () => {
    await server.db.update(users).set({ status: 'suspended' }).where(eq(users.id, id));
    const { answer } = await signIn();
    expect([answer.status, read(answer.body, 'errorType')]).toEqual([403, 'ACCOUNT_SUSPENDED']);
    await server.db.update(users).set({ status: 'active' }).where(eq(users.id, id));
    const [row] = await server.db.select().from(passkeys).where(eq(passkeys.userId, id));
    const fresh = server.browser();
    await fresh.signIn(email);
    expect((await fresh.call('DELETE', `/api/me/passkeys/${row?.id}`)).status).toBe(200);
    expect((await signIn()).answer.status).toBe(401);
  });

  test('revokes the session that the browser had', async () => {
    const before = await server.db.select().from(sessions).where(eq(sessions.userId, id));
    await signIn({}, mine);
    const after = await server.db.select().from(sessions).where(eq(sessions.userId, id));
    expect(after).toHaveLength(before.length);
    expect(after.map((row) => row.id)).not.toEqual(before.map((row) => row.id));
  });

  test('is refused from another site', async () => {
    const by = server.browser();
    const signed = device.get(await offerSignIn(by), { origin: origin() });
    expect((await by.post('passkey/sign-in', signed, { origin: 'https://evil.example' })).status).toBe(403);
  });
});

describe('an account with a second factor', () => {
  let app: App;
  beforeEach(async () => {
    // Access tokens are issued by the real clock.
    server.clock.advance(Date.now() - server.now().getTime());
    app = await turnOnTwoFactor(server, mine);
  });
  const ask = (code?: string) => mine.call('POST', '/api/me/passkeys/options', { password: PASSWORD, code });
  const passkeysOf = () => server.db.select().from(passkeys).where(eq(passkeys.userId, id));

  test.each([
    ['no code', undefined],
    ['an empty one', ''],
    ['a wrong one', '12'],
  ])('adds no passkey with %s', async (_what, code) => {
    const answer = await ask(code);
    expect([answer.status, read(answer.body, 'errorCode'), read(answer.body, 'data')]).toEqual([
      403,
      'WRONG_CODE',
      undefined,
    ]);
    expect(await passkeysOf()).toEqual([]);
  });

  test('adds none with a code that was used, nor with a code but a wrong password', async () => {
    const used = await ask(app.code());
    expect([used.status, read(used.body, 'errorCode')]).toEqual([403, 'WRONG_CODE']);
    const body = { password: 'wrong horse', code: app.nextCode() };
    const wrong = await mine.call('POST', '/api/me/passkeys/options', body);
    expect([wrong.status, read(wrong.body, 'errorCode')]).toEqual([403, 'INVALID_CREDENTIALS']);
    expect((await ask(body.code)).status, 'the code was not looked at, and is good').toBe(200);
  });

  test('adds one with a code or a backup code, and is asked for none when it signs in', async () => {
    const first = read((await ask(app.nextCode())).body, 'data') as Offer;
    expect((await store(device.create(first, { origin: origin() }))).status).toBe(201);
    const second = read((await ask(app.backupCodes[0])).body, 'data') as Offer;
    expect((await store(new SoftAuthenticator().create(second, { origin: origin() }))).status).toBe(201);
    const { by, answer } = await signIn();
    expect(answer).toMatchObject({ status: 200, body: { status: true } });
    expect(await whoIs(by)).toBe(email);
    expect((await by.get('two-factor')).body, 'nothing waits for a code').toBeNull();
  });

  test('is not signed in to by a passkey without a fingerprint, face or PIN, which would be one factor', async () => {
    const offered = read((await ask(app.nextCode())).body, 'data') as Offer;
    await store(device.create(offered, { origin: origin() }));
    const { by, answer } = await signIn({ isVerified: false });
    expect([answer.status, answer.setCookies]).toEqual([401, []]);
    expect((await by.get('get-session')).body).toBeNull();
  });
});

test('a passkey of somebody else can be neither renamed nor removed', async () => {
  const added = await add();
  const key = String(read(added.body, 'data', 'id'));
  const other = server.browser();
  await server.addAccount(`third-${email}`);
  await other.signIn(`third-${email}`);
  expect((await other.call('PATCH', `/api/me/passkeys/${key}`, { name: 'Mine' })).status).toBe(404);
  expect((await other.call('DELETE', `/api/me/passkeys/${key}`)).status).toBe(404);
  const renamed = await mine.call('PATCH', `/api/me/passkeys/${key}`, { name: 'Desk' });
  expect(read(renamed.body, 'data', 'name')).toBe('Desk');
});

test.each([
  ['https://baton.example.com', 'baton.example.com'],
  ['http://localhost:3000', 'localhost'],
  ['http://baton.example.com', undefined],
  ['http://127.0.0.1:3000', undefined],
  ['https://[::1]:3000', undefined],
  ['https://10.0.0.7', undefined],
])('the host of %s for passkeys is %s', (url, host) => {
  expect(passkeyHostOf(url)).toBe(host);
});
