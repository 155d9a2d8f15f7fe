import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditLog, events, sessions, users } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { type TestUser, addUser } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { holdBack } from '#test/hold-back.ts';
import { deleteMe } from './delete-me.ts';
import { grantAdmin } from './grant-admin.ts';
import { revokeAdmin } from './revoke-admin.ts';
import { setUserStatus } from './set-user-status.ts';

let services: TestServices;
let boss: TestUser;
let person: TestUser;
beforeEach(async () => {
  services = await openTestServices({ env: { BATON_ADMIN_EMAILS: 'named@example.com' } });
  boss = await addUser(services, { isAdmin: true });
  person = await addUser(services);
});
afterEach(() => services.dispose());

const LAST = { type: 'CONFLICT', status: 409, detail: { code: 'LAST_ADMINISTRATOR' } };
const system = () => services.contextFor({ kind: 'system', name: 'test' });
const userRow = async (id: string) => (await services.db.select().from(users).where(eq(users.id, id)))[0];
const audited = async () =>
  (await services.db.select().from(auditLog)).map(({ action, subject }) => ({ action, subject }));

describe('suspending', () => {
  test('ends the sessions, writes the log and tells the account’s pages, in one change', async () => {
    await setUserStatus(boss.ctx, { userId: person.id, status: 'suspended' });
    expect(await userRow(person.id)).toMatchObject({ status: 'suspended' });
    expect(await services.db.select().from(sessions).where(eq(sessions.userId, person.id))).toEqual([]);
    expect(await services.db.select().from(auditLog)).toMatchObject([
      { action: 'user.suspended', subject: person.id, actor: { kind: 'user', id: boss.id } },
    ]);
    expect(await services.db.select().from(events)).toMatchObject([
      { scope: `user:${person.id}`, type: 'account.updated', data: { id: person.id, status: 'suspended' } },
    ]);
  });

  test('twice is once, and activating undoes it', async () => {
    await setUserStatus(boss.ctx, { userId: person.id, status: 'suspended' });
    await setUserStatus(boss.ctx, { userId: person.id, status: 'suspended' });
    await setUserStatus(boss.ctx, { userId: person.id, status: 'active' });
    expect(await userRow(person.id)).toMatchObject({ status: 'active' });
    expect(await audited()).toEqual([
      { action: 'user.suspended', subject: person.id },
      { action: 'user.activated', subject: person.id },
    ]);
  });

  test('is for administrators', async () => {
    await expect(setUserStatus(person.ctx, { userId: boss.id, status: 'suspended' })).rejects.toMatchObject({
      type: 'FORBIDDEN',
    });
    const visitor = services.contextFor({ kind: 'anonymous' });
    await expect(setUserStatus(visitor, { userId: boss.id, status: 'suspended' })).rejects.toMatchObject({
      type: 'FORBIDDEN',
    });
    expect(await userRow(boss.id)).toMatchObject({ status: 'active' });
  });

  test('somebody who is not there says so', async () => {
    await expect(setUserStatus(boss.ctx, { userId: newId(), status: 'suspended' })).rejects.toMatchObject({
      type: 'NOT_FOUND',
    });
  });

  test('spares the last administrator', async () => {
    await expect(setUserStatus(boss.ctx, { userId: boss.id, status: 'suspended' })).rejects.toMatchObject(LAST);
    const other = await addUser(services, { isAdmin: true });
    await setUserStatus(boss.ctx, { userId: boss.id, status: 'suspended' });
    await expect(setUserStatus(other.ctx, { userId: other.id, status: 'suspended' })).rejects.toMatchObject(LAST);
  });

  test('counts who the operator named, once confirmed, as an administrator', async () => {
    const named = await addUser(services, { email: 'named@example.com', emailVerified: false });
    await expect(setUserStatus(boss.ctx, { userId: boss.id, status: 'suspended' })).rejects.toMatchObject(LAST);
    await services.db.update(users).set({ emailVerified: true }).where(eq(users.id, named.id));
    await setUserStatus(boss.ctx, { userId: boss.id, status: 'suspended' });
    await expect(setUserStatus(system(), { userId: named.id, status: 'suspended' })).rejects.toMatchObject(LAST);
  });
});

describe('granting and revoking', () => {
  test('makes an administrator and takes it back, both in the log', async () => {
    await grantAdmin(system(), { email: ` ${person.email.toUpperCase()}` });
    await grantAdmin(system(), { email: person.email });
    expect(await userRow(person.id)).toMatchObject({ isAdmin: true });
    await revokeAdmin(system(), { email: person.email });
    await revokeAdmin(system(), { email: person.email });
    expect(await userRow(person.id)).toMatchObject({ isAdmin: false });
    expect(await audited()).toEqual([
      { action: 'admin.granted', subject: person.id },
      { action: 'admin.revoked', subject: person.id },
    ]);
  });

  test.each([grantAdmin, revokeAdmin])('says that nobody has an unknown address', async (useCase) => {
    await expect(useCase(system(), { email: 'nobody@example.com' })).rejects.toMatchObject({
      type: 'NOT_FOUND',
      message: 'No account has the email address nobody@example.com.',
    });
  });

  test.each([grantAdmin, revokeAdmin])('is not for everybody', async (useCase) => {
    await expect(useCase(person.ctx, { email: person.email })).rejects.toMatchObject({ type: 'FORBIDDEN' });
  });

  test('does not demote the last administrator', async () => {
    await expect(revokeAdmin(system(), { email: boss.email })).rejects.toMatchObject(LAST);
    const asleep = await addUser(services, { isAdmin: true, status: 'suspended' });
    await expect(revokeAdmin(system(), { email: boss.email })).rejects.toMatchObject(LAST);
    await services.db.update(users).set({ status: 'active' }).where(eq(users.id, asleep.id));
    await revokeAdmin(system(), { email: boss.email });
  });

  test('does not pretend to demote who the operator’s list names', async () => {
    await addUser(services, { email: 'named@example.com' });
    await expect(revokeAdmin(system(), { email: 'named@example.com' })).rejects.toMatchObject({
      type: 'CONFLICT',
      message: expect.stringContaining('BATON_ADMIN_EMAILS'),
    });
  });
});

describe('two administrators at the same moment', () => {
  const administrators = async () =>
    (await services.db.select().from(users)).filter(({ isAdmin, status }) => isAdmin && status === 'active');

  test('who remove each other leave one', async () => {
    const other = await addUser(services, { isAdmin: true });
    const outcomes = await holdBack(services, { table: 'audit_log', waiting: 2 }, () =>
      Promise.allSettled([
        setUserStatus(boss.ctx, { userId: other.id, status: 'suspended' }),
        revokeAdmin(other.ctx, { email: boss.email }),
      ]),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await administrators()).toHaveLength(1);
  });

  test('who suspend each other: the first does, whoever else there is', async () => {
    const [one, two] = [await addUser(services, { isAdmin: true }), await addUser(services, { isAdmin: true })];
    const outcomes = await holdBack(services, { table: 'audit_log', waiting: 2 }, () =>
      Promise.allSettled([
        setUserStatus(one.ctx, { userId: two.id, status: 'suspended' }),
        setUserStatus(two.ctx, { userId: one.id, status: 'suspended' }),
      ]),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { type: 'ACCOUNT_SUSPENDED' },
    });
    expect(await administrators()).toHaveLength(2);
  });

  test('of whom one is demoted cannot suspend the other any more', async () => {
    const other = await addUser(services, { isAdmin: true });
    await revokeAdmin(boss.ctx, { email: other.email });
    await expect(setUserStatus(other.ctx, { userId: person.id, status: 'suspended' })).rejects.toMatchObject({
      type: 'FORBIDDEN',
    });
    expect(await userRow(person.id)).toMatchObject({ status: 'active' });
  });

  test('who both delete their account leave one', async () => {
    const other = await addUser(services, { isAdmin: true });
    const outcomes = await holdBack(services, { table: 'audit_log', waiting: 2 }, () =>
      Promise.allSettled([boss, other].map(({ ctx, email }) => deleteMe(ctx, { confirm: email }))),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await administrators()).toHaveLength(1);
  });
});
