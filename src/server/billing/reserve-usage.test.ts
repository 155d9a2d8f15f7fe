import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestUser, addUser } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import type { Context } from '#server/platform/context.ts';
import { usageCounters, userLimits, userSubscriptions } from '#server/platform/db/tables/index.ts';
import { requireTier } from './queries.ts';
import { giveBackUsage, reserveUsage } from './reserve-usage.ts';

let services: TestServices;
let second: TestServices;
beforeAll(async () => {
  services = await openTestServices();
  second = await openTestServices({ databaseUrl: services.databaseUrl });
});
afterAll(async () => {
  await second.dispose();
  await services.dispose();
});

const MUCH = {
  dailyPrdLimit: 1_000,
  dailyTaskGenLimit: 1_000,
  dailyTotalOperationsLimit: 2_000,
  monthlyPrdLimit: 1_000,
  monthlyTaskGenLimit: 1_000,
  monthlyTotalOperationsLimit: 2_000,
};
type Limit = keyof typeof MUCH;
const BOTH = { prdUploads: 1, taskGenerations: 1 };

async function addLimited(limits: Partial<typeof MUCH>): Promise<TestUser> {
  const user = await addUser(services);
  await services.db.insert(userLimits).values({ userId: user.id, ...MUCH, ...limits });
  return user;
}

const at = (ctx: Context, iso: string): Context => ({ ...ctx, now: () => new Date(iso) });
const reserve = (ctx: Context, user: TestUser, added = BOTH) =>
  ctx.db.transaction((tx) => reserveUsage(ctx, tx, user.id, added));
const giveBack = (user: TestUser, use: Awaited<ReturnType<typeof reserve>>) =>
  services.db.transaction((tx) => giveBackUsage(tx, user.id, use));

async function counted(user: TestUser): Promise<Record<string, string>> {
  const rows = await services.db.select().from(usageCounters).where(eq(usageCounters.userId, user.id));
  return Object.fromEntries(
    rows
      .filter((row) => row.prdUploads + row.taskGenerations > 0)
      .map((row) => [`${row.period} ${row.startsOn}`, `${row.prdUploads}+${row.taskGenerations}`]),
  );
}

describe('of many who ask at once, on two servers, exactly as many as allowed get through', () => {
  test.each<[Limit, number, number]>([
    ['dailyPrdLimit', 7, 7],
    ['dailyTaskGenLimit', 7, 7],
    ['dailyTotalOperationsLimit', 14, 7],
    // Each use adds two, so an odd limit has one left over.
    ['dailyTotalOperationsLimit', 15, 7],
    ['monthlyPrdLimit', 7, 7],
    ['monthlyTaskGenLimit', 7, 7],
    ['monthlyTotalOperationsLimit', 14, 7],
    ['monthlyTaskGenLimit', 0, 0],
    ['dailyTotalOperationsLimit', 1, 0],
  ])('%s of %i', async (limit, allowed, through) => {
    const user = await addLimited({ [limit]: allowed });
    const noon = '2026-05-15T12:00:00.000Z';
    const asked = await Promise.allSettled(
      Array.from({ length: 30 }, (_, place) =>
        reserve(at(place % 2 === 0 ? services.contextFor(user.actor) : second.contextFor(user.actor), noon), user),
      ),
    );
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(through);
    const refusals = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    for (const refusal of refusals) expect(refusal).toMatchObject({ type: 'USAGE_LIMIT_EXCEEDED' });
    const pair = `${through}+${through}`;
    expect(await counted(user)).toEqual(through === 0 ? {} : { 'day 2026-05-15': pair, 'month 2026-05-01': pair });
  });

  test('and those who give back at the same time make room for exactly as many others', async () => {
    const user = await addLimited({ dailyTaskGenLimit: 5 });
    const ctx = at(user.ctx, '2026-05-15T12:00:00.000Z');
    const held = await Promise.all(Array.from({ length: 5 }, () => reserve(ctx, user)));
    const [asked] = await Promise.all([
      Promise.allSettled(Array.from({ length: 20 }, () => reserve(ctx, user))),
      ...held.slice(0, 3).map((use) => giveBack(user, use)),
    ]);
    const through = asked.filter(({ status }) => status === 'fulfilled').length;
    expect(through).toBeLessThanOrEqual(3);
    expect(await counted(user)).toMatchObject({ 'day 2026-05-15': `${2 + through}+${2 + through}` });
  });
});

test('a month that is full leaves nothing counted in the day', async () => {
  const user = await addLimited({ monthlyTaskGenLimit: 1 });
  const ctx = at(user.ctx, '2026-05-15T12:00:00.000Z');
  await reserve(ctx, user);
  await expect(reserve(ctx, user)).rejects.toMatchObject({
    detail: { usage: { daily: { current: 1, limit: 1_000 }, monthly: { current: 1, limit: 1 } } },
  });
  expect(await counted(user)).toEqual({ 'day 2026-05-15': '1+1', 'month 2026-05-01': '1+1' });
});

describe('days and months turn at midnight, UTC', () => {
  test.each([
    [
      'the month’s edge',
      '2026-04-30T23:59:59.999Z',
      '2026-05-01T00:00:00.000Z',
      '2026-04-30',
      '2026-04-01',
      '2026-05-01',
    ],
    ['the 31st', '2026-01-31T23:59:59.999Z', '2026-02-01T00:00:00.000Z', '2026-01-31', '2026-01-01', '2026-02-01'],
    ['the year', '2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.000Z', '2026-12-31', '2026-12-01', '2027-01-01'],
    [
      'after the leap day',
      '2028-02-29T23:59:59.999Z',
      '2028-03-01T00:00:00.000Z',
      '2028-02-29',
      '2028-02-01',
      '2028-03-01',
    ],
    [
      'a February without one',
      '2027-02-28T23:59:59.999Z',
      '2027-03-01T00:00:00.000Z',
      '2027-02-28',
      '2027-02-01',
      '2027-03-01',
    ],
  ])('%s', async (_name, before, after, day, month, next) => {
    const user = await addLimited({ dailyTaskGenLimit: 1, monthlyTaskGenLimit: 1 });
    await reserve(at(user.ctx, before), user);
    await expect(reserve(at(user.ctx, before), user)).rejects.toMatchObject({ detail: { retryAfterSeconds: 1 } });
    await reserve(at(user.ctx, after), user);
    await expect(reserve(at(user.ctx, after), user)).rejects.toMatchObject({ type: 'USAGE_LIMIT_EXCEEDED' });
    expect(await counted(user)).toEqual({
      [`day ${day}`]: '1+1',
      [`month ${month}`]: '1+1',
      [`day ${next}`]: '1+1',
      [`month ${next}`]: '1+1',
    });
  });

  test('the leap day is a day of its own in the same month', async () => {
    const user = await addLimited({ dailyTaskGenLimit: 1, monthlyTaskGenLimit: 2 });
    await reserve(at(user.ctx, '2028-02-28T23:59:59.999Z'), user);
    await reserve(at(user.ctx, '2028-02-29T00:00:00.000Z'), user);
    await expect(reserve(at(user.ctx, '2028-02-29T00:00:00.001Z'), user)).rejects.toMatchObject({
      message: expect.stringContaining('2 task generations a month') as string,
      detail: { retryAfterSeconds: 86_400 },
    });
    expect(await counted(user)).toMatchObject({ 'month 2028-02-01': '2+2' });
  });

  test('work that began before midnight and fails after it gives back to the day and month it was counted in', async () => {
    const user = await addLimited({});
    const use = await reserve(at(user.ctx, '2026-12-31T23:59:59.999Z'), user);
    await reserve(at(user.ctx, '2027-01-01T00:00:00.000Z'), user);
    await giveBack(user, use);
    expect(await counted(user)).toEqual({ 'day 2027-01-01': '1+1', 'month 2027-01-01': '1+1' });
  });
});

describe('what an account may do', () => {
  const limitsOf = async (user: TestUser) => (await requireTier(services.db, user.id, services.now())).limits;

  test('is the free tier’s without a subscription, the tier’s with one, and an administrator’s word before both', async () => {
    const user = await addUser(services);
    expect(await limitsOf(user)).toMatchObject({ monthlyTaskGenLimit: 1, monthlyPrdLimit: 1, maxProjects: 1 });
    await services.db.insert(userSubscriptions).values({ userId: user.id, tierId: 'pro' });
    expect(await limitsOf(user)).toMatchObject({ monthlyTaskGenLimit: 10, monthlyPrdLimit: 5, maxProjects: 5 });
    await services.db.insert(userLimits).values({ userId: user.id, monthlyTaskGenLimit: 3, maxProjects: 0 });
    // Limits that are not overridden are the tier's; zero is an override too.
    expect(await limitsOf(user)).toMatchObject({ monthlyTaskGenLimit: 3, monthlyPrdLimit: 5, maxProjects: 0 });
  });

  test('changes with the next use, in both directions', async () => {
    const user = await addUser(services);
    const ctx = at(user.ctx, '2026-05-15T12:00:00.000Z');
    await reserve(ctx, user);
    await expect(reserve(ctx, user)).rejects.toMatchObject({ detail: { usage: { monthly: { limit: 1 } } } });
    await services.db.insert(userSubscriptions).values({ userId: user.id, tierId: 'pro' });
    await reserve(ctx, user);
    await services.db.insert(userLimits).values({ userId: user.id, dailyTaskGenLimit: 2 });
    await expect(reserve(ctx, user)).rejects.toMatchObject({ detail: { usage: { daily: { current: 2, limit: 2 } } } });
    await services.db.update(userLimits).set({ dailyTaskGenLimit: 9, dailyPrdLimit: 9, dailyTotalOperationsLimit: 9 });
    await reserve(ctx, user);
    await services.db.delete(userLimits).where(eq(userLimits.userId, user.id));
    await services.db.delete(userSubscriptions).where(eq(userSubscriptions.userId, user.id));
    await expect(reserve(ctx, user)).rejects.toMatchObject({
      detail: { usage: { daily: { current: 3, limit: 1 }, monthly: { current: 3, limit: 1 } } },
    });
  });

  test('ends with the plan to the millisecond, whether or not anybody has written that down', async () => {
    const user = await addUser(services);
    const until = new Date('2026-05-15T12:00:00.000Z');
    await services.db.insert(userSubscriptions).values({ userId: user.id, tierId: 'pro', accessUntil: until });
    await reserve(at(user.ctx, '2026-05-15T11:59:59.998Z'), user);
    await reserve(at(user.ctx, '2026-05-15T11:59:59.999Z'), user);
    await expect(reserve(at(user.ctx, until.toISOString()), user)).rejects.toMatchObject({
      detail: { usage: { monthly: { current: 2, limit: 1 } } },
    });
  });
});
