import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TEAM_LIMITS, rateFor, requireTier, reserveUsage, settleNotices, tellCalls } from '#server/billing/index.ts';
import {
  limitNotices,
  subscriptionTiers,
  systemSettings,
  userLimits,
  users,
} from '#server/platform/db/tables/index.ts';
import { SETTINGS_TOPIC } from '#server/platform/settings.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { createProject, getCurrentSubscription } from './index.ts';

let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer({ env: { BATON_KIND: 'team' } });
});
afterAll(() => server.dispose());
beforeEach(async () => {
  user = await addUser(server);
});

const use = (person: TestUser) =>
  server.db.transaction((tx) => reserveUsage(person.ctx, tx, person.id, { prdUploads: 1, taskGenerations: 1 }));

test('on an instance for a team nothing is limited, and nobody is told of limits', async () => {
  const mails = server.sent.length;
  for (let n = 1; n <= 7; n += 1) {
    await createProject(user.ctx, { name: `Project ${n}` });
    await use(user);
  }
  tellCalls(user.ctx, user.id, { wholeAt: new Date(server.now().getTime() + 3_600_000), perHour: 10 });
  await settleNotices();
  const shown = await getCurrentSubscription(user.ctx);
  expect(new Set(Object.values(shown.limits))).toEqual(new Set([null]));
  expect(shown).toMatchObject({ notices: [], read_only_projects: 0, usage: { projects_count: 7 } });
  expect(server.sent).toHaveLength(mails);
  expect(await server.db.select().from(limitNotices)).toEqual([]);
});

test('what an administrator allows one account still holds, in words without plans', async () => {
  await server.db.insert(userLimits).values({ userId: user.id, maxProjects: 1, dailyPrdLimit: 1 });
  expect((await getCurrentSubscription(user.ctx)).limits).toMatchObject({ max_projects: 1, monthly_prd_limit: null });
  await createProject(user.ctx, { name: 'One' });
  await expect(createProject(user.ctx, { name: 'Two' })).rejects.toThrow(
    'Your account is allowed 1 active project. Archive or delete a project, or ask an administrator for more, to make room.',
  );
  await use(user);
  await expect(use(user)).rejects.toThrow(
    /^Your account is allowed 1 PRD uploads a day.+an administrator can allow more\.$/,
  );
});

test('an agent may call as often as the settings say, on whichever plan its owner once was', () => {
  const settings = { mcpToolCallsPerHour: 10, maxRequestsPerMinute: 2 };
  expect(rateFor({ ...settings, instanceKind: 'team' }, 'pro')).toEqual({ perHour: 10, perMinute: 2 });
  expect(rateFor({ ...settings, instanceKind: 'service' }, 'pro')).toEqual({ perHour: 50, perMinute: 10 });
  expect(rateFor({ ...settings, instanceKind: null }, 'free')).toEqual({ perHour: 10, perMinute: 2 });
});

test('nothing is sold', async () => {
  const headers = { authorization: `Bearer ${await tokenFor(server, user)}` };
  const answer = await server.http.inject({ method: 'POST', url: '/api/subscriptions/checkout', headers, payload: {} });
  expect(answer.statusCode).toBe(409);
  expect(answer.json()).toMatchObject({ errorCode: 'NO_PLANS' });
});

test('until somebody has answered, and on a service, the limits are those of the tiers', async () => {
  const [free] = await server.db.select().from(subscriptionTiers).where(eq(subscriptionTiers.id, 'free'));
  for (const instanceKind of ['service', null] as const) {
    await server.db.update(systemSettings).set({ instanceKind });
    server.bus.tellHere(SETTINGS_TOPIC, 'saved');
    expect((await requireTier(server.db, user.id, server.now())).limits.maxProjects).toBe(free?.maxProjects);
  }
  await server.db.update(systemSettings).set({ instanceKind: 'team' });
  expect((await requireTier(server.db, user.id, server.now())).limits.maxProjects).toBe(TEAM_LIMITS.maxProjects);
  expect(await server.db.select().from(users).where(eq(users.id, user.id))).toHaveLength(1);
});
