import { existsSync, readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SafetyReport } from '#contract/admin-safety.ts';
import { makeKey } from '#server/auth/index.ts';
import {
  auditLog,
  instanceObservations,
  passkeys,
  twoFactor,
  users,
  usersApiKey,
} from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { noteForwarder } from '#server/platform/observations.ts';
import { type TestUser, addUser } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { checkSafety } from './check-safety.ts';
import { LINKS } from './links.ts';

const DAY_MS = 86_400_000;

let services: TestServices;
let admin: TestUser;
beforeAll(async () => {
  services = await openTestServices({
    env: {
      BATON_URL: 'https://baton.example',
      BATON_ADMIN_EMAILS: 'nobody@example.com',
      DATABASE_URL: 'postgres://x/y',
    },
  });
  admin = await addUser(services, { email: 'ada@example.com', isAdmin: true });
});
afterAll(() => services.dispose());

const check = () => checkSafety(admin.ctx);
const finding = async (id: string) => (await check()).findings.find((each) => each.id === id);
const isPassed = async (id: string) => (await check()).passed.some((each) => each.id === id);
const daysAgo = (days: number) => new Date(services.now().getTime() - days * DAY_MS);

it('is for administrators only', async () => {
  const { ctx } = await addUser(services);
  await expect(checkSafety(ctx)).rejects.toMatchObject({ type: 'FORBIDDEN' });
});

it('puts the most severe first, and each rule has one answer', async () => {
  const { findings, passed, unknown, reach, checkedAt } = await check();
  const order = ['must', 'should', 'note'];
  const places = findings.map(({ severity }) => order.indexOf(severity));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  const ids = [...findings, ...passed, ...unknown].map(({ id }) => id);
  expect(ids).toHaveLength(new Set(ids).size);
  expect([reach, checkedAt]).toEqual(['others', services.now().toISOString()]);
});

it('sees who administers, with what, and when they were here', async () => {
  expect(await finding('access.second-factor')).toMatchObject({
    severity: 'should',
    wrong: expect.stringContaining('ada@example.com') as string,
  });
  expect(await isPassed('access.idle-administrators')).toBe(true);
  expect((await finding('access.named-administrators'))?.wrong).toContain('nobody@example.com');
  await services.db.insert(passkeys).values({
    id: newId(),
    userId: admin.id,
    name: 'Laptop',
    host: 'baton.example',
    credentialId: 'x',
    publicKey: 'x',
    counter: 0,
    transports: [],
    isSynced: false,
  });
  expect(await finding('access.second-factor')).toMatchObject({ severity: 'note' });
  await services.db.insert(twoFactor).values({ userId: admin.id, secret: 'x', confirmedAt: services.now() });
  expect(await isPassed('access.second-factor')).toBe(true);

  const away = await addUser(services, { email: 'away@example.com', isAdmin: true, createdAt: daysAgo(100) });
  await services.db
    .update(users)
    .set({ lastSignInAt: daysAgo(91) })
    .where(eq(users.id, away.id));
  expect((await finding('access.idle-administrators'))?.wrong).toContain('away@example.com');
  await services.db.update(users).set({ status: 'suspended' }).where(eq(users.id, away.id));
  expect(await isPassed('access.idle-administrators')).toBe(true);
});

it('counts the keys that open something', async () => {
  expect((await check()).passed).toContainEqual({ id: 'keys.idle', says: 'There are no API keys.' });
  const { db } = services;
  const owner = await addUser(services);
  await makeKey(owner.ctx, { name: 'old' }, async () => undefined);
  expect(await isPassed('keys.idle')).toBe(true);
  expect(await finding('keys.endless')).toMatchObject({ wrong: '1 of 1 API keys never ends.' });
  await db.update(usersApiKey).set({ createdAt: daysAgo(200), lastUsedAt: daysAgo(91) });
  expect(await finding('keys.idle')).toMatchObject({ severity: 'should' });
  await db.update(usersApiKey).set({ expiresAt: daysAgo(1) });
  expect(await finding('keys.idle')).toBeUndefined();
});

it('knows the last backup that was complete', async () => {
  expect((await finding('data.backup'))?.wrong).toContain('never');
  const entry = { actor: {}, action: 'backup.downloaded', subject: 'database' };
  await services.db.insert(auditLog).values([
    { ...entry, id: newId(), createdAt: daysAgo(9) },
    { ...entry, id: newId(), createdAt: daysAgo(0), outcome: 'failed' },
  ]);
  expect((await finding('data.backup'))?.wrong).toContain('9 days ago');
  await services.db.insert(auditLog).values({ ...entry, action: 'backup.written', id: newId(), createdAt: daysAgo(1) });
  expect((await check()).passed).toContainEqual({
    id: 'data.backup',
    says: 'The last backup by Baton was taken yesterday.',
  });
});

it('tells which address forwarded without being trusted', async () => {
  expect(await isPassed('proxies.strangers')).toBe(true);
  await noteForwarder(services, { address: '172.18.0.5', header: 'x-forwarded-for' });
  expect(await finding('proxies.strangers')).toMatchObject({
    severity: 'should',
    wrong: expect.stringContaining('`172.18.0.5` (`x-forwarded-for`') as string,
    setting: 'BATON_TRUSTED_PROXIES=172.18.0.5',
  });
  await services.db.delete(instanceObservations);
});

it('asks the database about the connection, and the machine about the secret', async () => {
  const { passed } = await check();
  const says = (id: string) => passed.find((each) => each.id === id)?.says;
  expect(says('database.encrypted')).toBe('The connection to the database does not leave this machine.');
  expect(says('data.secret')).toContain('BATON_SECRET');
  const config = { ...services.config, secret: undefined, dataDirectory: '/nowhere/at/all' };
  const { unknown }: SafetyReport = await checkSafety({ ...admin.ctx, config });
  expect(unknown.map(({ id }) => id)).toEqual(['data.secret']);
});

it.each(Object.entries(LINKS).filter(([, { to }]) => to.startsWith('/docs/')))(
  'the section of the documentation that %s leads to exists',
  (_, { to }) => {
    const [page = '', section = ''] = to.split('#');
    const file = `${page.slice(1)}.md`;
    expect(existsSync(file), file).toBe(true);
    const sections = [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
        .replaceAll(' ', '-'),
    );
    expect(sections).toContain(section);
  },
);
