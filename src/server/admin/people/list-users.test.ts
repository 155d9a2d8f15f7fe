import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setUserStatus } from '#server/auth/index.ts';
import { generationRuns, userActivity, users } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { getUserDetail } from './get-user-detail.ts';
import { listUsers } from './list-users.ts';
import { rarePattern, wordsOf } from './rules.ts';
import { countUsers } from './queries.ts';

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await addUser(server, { isAdmin: true, email: 'admin@example.com' });
});
afterAll(() => server.dispose());

const list = (input: Partial<Parameters<typeof listUsers>[1]> = {}) =>
  listUsers(admin.ctx, { page: 1, limit: 15, ...input });
const emails = async (input: Parameters<typeof list>[0]) => (await list(input)).users.map(({ email }) => email);

describe('search', () => {
  beforeAll(async () => {
    for (const email of ['100%_a\\b@shop.test', '100xya-b@shop.test', 'zoe@shop.test'])
      await addUser(server, { email });
  });

  test('finds a part of the address, in capitals too, the newest first', async () => {
    expect(await emails({ search: 'SHOP.te' })).toEqual(['zoe@shop.test', '100xya-b@shop.test', '100%_a\\b@shop.test']);
  });
  test('takes signs of patterns for letters', async () => {
    expect(await emails({ search: '%_a' })).toEqual(['100%_a\\b@shop.test']);
    expect(await emails({ search: '\\b' })).toEqual(['100%_a\\b@shop.test']);
    expect(await emails({ search: '_y' })).toEqual([]);
  });
  test('finds by two letters as well', async () => {
    expect(await emails({ search: 'zo' })).toEqual(['zoe@shop.test']);
  });
  test('counts what it finds, also by status', async () => {
    const zoe = (await list({ search: 'zoe@shop' })).users[0];
    await setUserStatus(admin.ctx, { userId: zoe?.id ?? '', status: 'suspended' });
    expect(await list({ search: 'shop.test', status: 'suspended' })).toMatchObject({
      users: [{ email: 'zoe@shop.test', status: 'suspended' }],
      total: 1,
      totalPages: 1,
      isLeast: false,
    });
  });
});

test('pages follow each other, and beyond the last there is nobody', async () => {
  for (let i = 0; i < 5; i += 1) await addUser(server, { email: `paged-${i}@pages.test` });
  expect(await emails({ search: 'pages.test', limit: 2 })).toEqual(['paged-4@pages.test', 'paged-3@pages.test']);
  expect(await emails({ search: 'pages.test', limit: 2, page: 3 })).toEqual(['paged-0@pages.test']);
  expect(await list({ search: 'pages.test', limit: 2, page: 4 })).toMatchObject({ users: [], total: 5, totalPages: 3 });
  expect(await list({ page: 1_000_000 })).toMatchObject({ users: [] });
});

test('words that most addresses have are left out of what the index is asked for', () => {
  const common = ['example', 'com'];
  expect(wordsOf('zoë-77@example.com')).toEqual(['zoë', '77', 'example', 'com']);
  expect(rarePattern('-77@example.com', common)).toBe('%-77@%.%%');
  expect(rarePattern('a_b@example', common)).toBe('%a\\_b@%%');
  expect(rarePattern('example.com', common)).toBe('%example.com%');
  expect(rarePattern('myexample.com', common)).toBe('%myexample.%%');
});

test('what more than a thousand match is the least there are, and its first page is there', async () => {
  await server.database.pool.query(
    `insert into users (id, email, created_at)
     select gen_random_uuid(), 'many-' || n || '@crowd.test', now() - n * interval '1 second' from generate_series(1, 1100) n`,
  );
  const found = await list({ search: 'crowd.test' });
  expect(found).toMatchObject({ total: 1_000, isLeast: true, totalPages: 67 });
  expect(found.users).toHaveLength(15);
  const newest = [1, 2, 3, 4].map((n) => `many-${n}@crowd.test`);
  expect(await emails({ search: 'crowd.test', limit: 2, page: 2 })).toEqual(newest.slice(2));
  expect(await emails({ search: 'crowd.test', status: 'active', limit: 4 })).toEqual(newest);
  expect(await list({ search: 'crowd.test', status: 'suspended' })).toMatchObject({ users: [], total: 0 });
  expect(await list({ search: 'crowd.test', limit: 100, page: 11 })).toMatchObject({ users: [] });
  // Most addresses have the words "crowd" and "test" now, which are left out of what the index is asked for; they must
  // still be there, and in this order.
  expect(await emails({ search: '-77@crowd.test' })).toEqual(['many-77@crowd.test']);
  expect(await emails({ search: 'NY-77@crowd.te', status: 'active' })).toEqual(['many-77@crowd.test']);
  for (const search of ['-77@test.crowd', 'crowd-77@', 'crowd.many', '-77@crowdtest'])
    expect(await emails({ search })).toEqual([]);
  const all = await list();
  expect(all).toMatchObject({ isLeast: false });
  expect(all.total).toBeGreaterThan(1_100);
  await server.db.execute("delete from users where email like '%@crowd.test'");
});

test('a listed account has its last call, and the tokens and cost of this month only', async () => {
  const user = await addUser(server, { email: 'busy@numbers.test' });
  const { id: projectId } = await createProject(user.ctx, { name: 'Busy' });
  const run = (days: number, inputTokens: number) => ({
    id: newId(),
    projectId,
    userId: user.id,
    kind: 'plan' as const,
    sessionId: newId(),
    status: 'completed' as const,
    planner: 'embedded' as const,
    clearExisting: false,
    inputTokens,
    outputTokens: 5,
    costUsd: 0.25,
    createdAt: new Date(server.now().getTime() - days * 86_400_000),
    heartbeatAt: server.now(),
  });
  await server.db.insert(generationRuns).values([run(0, 100), run(0, 200), run(40, 10_000)]);
  await server.db.insert(userActivity).values({ userId: user.id, lastActiveAt: server.now() });
  expect((await list({ search: 'busy@numbers' })).users).toEqual([
    {
      id: user.id,
      email: 'busy@numbers.test',
      status: 'active',
      lastActive: server.now().toISOString(),
      monthlyTokens: 310,
      monthlyCost: 0.5,
      monthlyCostKnown: true,
      storageBytes: expect.any(Number),
      createdAt: expect.any(String),
    },
  ]);
  // The price of a self-hosted model is unknown, so the month's cost must not be shown as zero.
  await server.db.insert(generationRuns).values({ ...run(40, 1), costUsd: null });
  expect((await list({ search: 'busy@numbers' })).users[0]).toMatchObject({ monthlyCostKnown: true });
  await server.db.insert(generationRuns).values({ ...run(0, 0), outputTokens: 0, costUsd: null });
  expect((await list({ search: 'busy@numbers' })).users[0]).toMatchObject({ monthlyCostKnown: true });
  await server.db.insert(generationRuns).values({ ...run(0, 1), costUsd: null });
  const unknown = { monthlyCost: 0.5, monthlyCostKnown: false };
  expect((await list({ search: 'busy@numbers' })).users[0]).toMatchObject({ ...unknown, monthlyTokens: 316 });
  expect(await getUserDetail(admin.ctx, { id: user.id })).toMatchObject({ ...unknown, monthlyTokenUsage: 316 });
});

test('the counts hold while people come, change and go at the same time', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => addUser(server)));
  await Promise.all(
    made.map(({ id }, index) =>
      index % 2 === 0
        ? server.db.delete(users).where(eq(users.id, id))
        : setUserStatus(admin.ctx, { userId: id, status: 'suspended' }),
    ),
  );
  const { rows } = await server.database.pool.query<{ status: 'active' | 'suspended'; n: number }>(
    'select status, count(*)::int as n from users group by status',
  );
  expect(rows).toHaveLength(2);
  for (const { status, n } of rows)
    expect([status, await countUsers(server.database.pool, status)]).toEqual([status, n]);
});
