import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LimitOverrides } from '#contract/admin-users.ts';
import type { CurrentSubscription } from '#contract/subscription.ts';
import type { Id } from '#contract/fields.ts';
import { generateApiKey, resetUserApiKey, setUserStatus } from '#server/auth/index.ts';
import { claimTask, createTask, finishTask } from '#server/plan/index.ts';
import { auditLog, events, paymentSubscriptions, userLimits, users } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { newId } from '#server/platform/id.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, fetchToken, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { addCustomer, sendForm } from '#test/sandbox-customer.ts';
import { getUserDetail } from './get-user-detail.ts';
import { clearUserLimits, setUserLimits } from './set-user-limits.ts';
import { setUserTier } from './set-user-tier.ts';
import { PATIENT } from '#test/patience.ts';

const DAY_MS = 86_400_000;
const NONE: LimitOverrides = {
  daily_prd_limit: null,
  daily_task_gen_limit: null,
  daily_total_operations_limit: null,
  monthly_prd_limit: null,
  monthly_task_gen_limit: null,
  monthly_total_operations_limit: null,
  max_projects: null,
};

let server: TestServer;
let address: string;
let admin: TestUser;
let user: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  address = await server.http.listen({ port: 0, host: '127.0.0.1' });
  admin = await addUser(server, { isAdmin: true });
});
afterAll(() => server.dispose());
beforeEach(async () => {
  user = await addUser(server);
});

const audited = async (id: Id) =>
  (await server.db.select().from(auditLog).where(eq(auditLog.subject, id)).orderBy(auditLog.id)).map(
    ({ action, detail }) => [action, detail],
  );
const told = async (id: Id, type: string) =>
  (
    await server.db
      .select()
      .from(events)
      .where(and(eq(events.scope, `user:${id}`), eq(events.type, type)))
  ).length;
const detail = (id: Id) => getUserDetail(admin.ctx, { id });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof AppError ? error.type : error),
  );

test('an account that does not exist is told so by everything', async () => {
  const id = newId();
  const works = [
    () => getUserDetail(admin.ctx, { id }),
    () => setUserTier(admin.ctx, { id, tier: 'pro', until: null }),
    () => setUserLimits(admin.ctx, { id, ...NONE }),
    () => clearUserLimits(admin.ctx, { id }),
    () => resetUserApiKey(admin.ctx, { id }),
    () => setUserStatus(admin.ctx, { userId: id, status: 'suspended' }),
  ];
  for (const work of works) expect(await refusal(work())).toBe('NOT_FOUND');
});

describe('suspending', () => {
  test('ends the open page’s stream, which is told why, and the agent’s next call is refused', async () => {
    const authorization = `Bearer ${await tokenFor(server, user)}`;
    const { apiKey } = await generateApiKey(user.ctx);
    const agent = () => fetch(`${address}/api/projects`, { headers: { 'x-user-api-key': apiKey } });
    expect((await agent()).status).toBe(200);
    const stream = await fetch(`${address}/api/me/events`, { headers: { authorization } });
    const answer = await server.http.inject({
      method: 'PATCH',
      url: `/api/admin/users/${user.id}/status`,
      headers: { authorization: `Bearer ${await tokenFor(server, admin)}` },
      payload: { status: 'suspended' },
    });
    expect(answer.json()).toEqual({ success: true, data: { status: 'suspended' } });
    const refused = await agent();
    expect([refused.status, await refused.json()]).toMatchObject([403, { errorType: 'ACCOUNT_SUSPENDED' }]);
    // `text()` resolves only when the stream has ended; its last event gives the reason.
    expect(await stream.text()).toMatch(/"status":"suspended"|event: ended/);
    const again = await fetch(`${address}/api/me/events`, { headers: { authorization } });
    expect([again.status, await again.json()]).toMatchObject([403, { errorType: 'ACCOUNT_SUSPENDED' }]);
    await setUserStatus(admin.ctx, { userId: user.id, status: 'active' });
    expect((await agent()).status).toBe(200);
    expect((await audited(user.id)).map(([action]) => action)).toContain('user.activated');
  });

  test('loses nothing that is under way: the work, the payment and the baton are there when it is taken back', async () => {
    const customer = await addCustomer(server);
    const { id, ctx } = customer.user;
    const { apiKey } = await generateApiKey(ctx);
    const { id: projectId } = await createProject(ctx, { name: 'Under way' });
    const task = await createTask(ctx, { id: projectId, title: 'Step' });
    const agent = server.contextFor({ kind: 'agent', userId: id, projectId, name: 'claude-code' });
    const { token } = await claimTask(agent, { id: task.id });
    const checkout = await customer.checkout();
    const generating = server.http.inject({
      method: 'POST',
      url: '/api/ai-engine/prd-to-tasks',
      headers: { authorization: `Bearer ${await tokenFor(server, customer.user)}`, 'x-project-id': projectId },
      payload: { content: '# Shop\n\n- Sell\n- Ship', sessionId: 'under way', clearExisting: false },
    });
    await vi.waitFor(
      async () => expect((await server.database.pool.query('select from generation_runs')).rowCount).toBe(1),
      PATIENT,
    );
    await setUserStatus(admin.ctx, { userId: id, status: 'suspended' });
    expect((await sendForm(server, checkout, { action: 'approve' })).statusCode).toBe(303);
    expect((await generating).statusCode).toBe(200);
    await expect(fetchToken(server, customer.user)).rejects.toThrow('Your session has expired');
    await setUserStatus(admin.ctx, { userId: id, status: 'active' });
    const asAgent = await server.http.inject({ url: '/api/projects', headers: { 'x-user-api-key': apiKey } });
    expect(asAgent.json()).toMatchObject({ data: [{ id: projectId }] });
    await finishTask(agent, { id: task.id, baton: token, outcome: 'done', summary: 'Built the lot.' });
    await vi.waitFor(async () => expect((await detail(id)).tier.name).toBe('pro'), PATIENT);
  });

  test('each other, two administrators leave one of them', async () => {
    const [one, two] = [await addUser(server, { isAdmin: true }), await addUser(server, { isAdmin: true })];
    await server.db.update(users).set({ isAdmin: false }).where(eq(users.id, admin.id));
    const outcomes = await Promise.all([
      refusal(setUserStatus(one.ctx, { userId: two.id, status: 'suspended' })),
      refusal(setUserStatus(two.ctx, { userId: one.id, status: 'suspended' })),
    ]);
    await server.db.update(users).set({ isAdmin: true }).where(eq(users.id, admin.id));
    expect(outcomes.toSorted()).toEqual(['ACCOUNT_SUSPENDED', 'nothing']);
    await server.db.update(users).set({ isAdmin: false }).where(eq(users.id, one.id));
    await server.db.update(users).set({ isAdmin: false }).where(eq(users.id, two.id));
  });
});

test('a key that is reset is refused at once, also while its agent calls; its owner can make a new one', async () => {
  const { apiKey } = await generateApiKey(user.ctx);
  const call = () => server.http.inject({ url: '/api/projects', headers: { 'x-user-api-key': apiKey } });
  expect((await detail(user.id)).apiKey?.maskedKey).toMatch(/^bato/);
  const under = Array.from({ length: 10 }, call);
  expect(await resetUserApiKey(admin.ctx, { id: user.id })).toEqual({ hadKey: true });
  for (const { statusCode } of await Promise.all(under)) expect([200, 401]).toContain(statusCode);
  expect((await call()).statusCode).toBe(401);
  expect(await resetUserApiKey(admin.ctx, { id: user.id })).toEqual({ hadKey: false });
  expect((await audited(user.id)).filter(([action]) => action === 'api_key.reset')).toHaveLength(1);
  expect((await detail(user.id)).apiKey).toBeNull();
  await expect(generateApiKey(user.ctx)).resolves.toMatchObject({ apiKey: expect.stringMatching(/^baton_/) });
});

describe('a plan', () => {
  test('is given for good, is told, and is taken back', async () => {
    expect(await setUserTier(admin.ctx, { id: user.id, tier: 'pro', until: null })).toEqual({ tier: 'pro' });
    expect((await detail(user.id)).tier).toEqual({ name: 'pro', granted: true, until: null });
    expect(await told(user.id, 'subscription.updated')).toBe(1);
    expect(await setUserTier(admin.ctx, { id: user.id, tier: 'free', until: null })).toEqual({ tier: 'free' });
    expect((await detail(user.id)).tier).toEqual({ name: 'free', granted: false, until: null });
    expect(await audited(user.id)).toEqual([
      ['user.tier_set', { given: 'pro', until: null, before: 'free', after: 'pro' }],
      ['user.tier_set', { given: 'free', until: null, before: 'pro', after: 'free' }],
    ]);
  });

  test('ends with the gift, which cannot have ended already', async () => {
    const until = new Date(server.now().getTime() + DAY_MS).toISOString();
    const toldUntil = async () => {
      const answer = await server.http.inject({
        url: '/api/subscriptions/current',
        headers: { authorization: `Bearer ${await tokenFor(server, user)}` },
      });
      return answer.json<{ data: CurrentSubscription }>().data.given_until;
    };
    await setUserTier(admin.ctx, { id: user.id, tier: 'pro', until: null });
    expect(await toldUntil()).toBeNull();
    await setUserTier(admin.ctx, { id: user.id, tier: 'pro', until });
    expect((await detail(user.id)).tier).toEqual({ name: 'pro', granted: true, until });
    expect(await toldUntil()).toBe(until);
    const past = new Date(server.now().getTime() - 1).toISOString();
    expect(await refusal(setUserTier(admin.ctx, { id: user.id, tier: 'pro', until: past }))).toBe('VALIDATION_ERROR');
  });

  test('that is paid for stays when the gift is taken back', async () => {
    const accessUntil = new Date(server.now().getTime() + 20 * DAY_MS);
    await server.db.insert(paymentSubscriptions).values({
      id: newId(),
      userId: user.id,
      provider: 'sandbox',
      providerId: newId(),
      planId: 'P-1',
      priceUsd: 5,
      status: 'active',
      accessUntil,
      renews: true,
    });
    await setUserTier(admin.ctx, { id: user.id, tier: 'pro', until: null });
    expect(await setUserTier(admin.ctx, { id: user.id, tier: 'free', until: null })).toEqual({ tier: 'pro' });
    expect((await detail(user.id)).tier).toEqual({ name: 'pro', granted: false, until: accessUntil.toISOString() });
  });
});

describe('limits', () => {
  test('of one account go before its tier’s, count at once, and are cleared', async () => {
    const project = await createProject(user.ctx, { name: 'Only' });
    const effective = await setUserLimits(admin.ctx, { id: user.id, ...NONE, monthly_prd_limit: 7, max_projects: 0 });
    expect(effective).toMatchObject({ monthly_prd_limit: 7, max_projects: 0 });
    const { limits } = await detail(user.id);
    expect(limits).toMatchObject({ effective, overrides: { ...NONE, monthly_prd_limit: 7, max_projects: 0 } });
    expect(limits.tier.max_projects).toBe(1);
    const readOnly = async () =>
      (await server.database.pool.query('select read_only_at from projects where id = $1', [project.id])).rows[0]
        .read_only_at !== null;
    expect(await readOnly()).toBe(true);
    expect(await refusal(createProject(user.ctx, { name: 'None fits' }))).toBe('USAGE_LIMIT_EXCEEDED');
    await clearUserLimits(admin.ctx, { id: user.id });
    expect(await readOnly()).toBe(false);
    expect((await detail(user.id)).limits).toMatchObject({ effective: limits.tier, overrides: null });
    expect(await told(user.id, 'subscription.updated')).toBe(2);
    expect((await audited(user.id)).map(([, what]) => what)).toEqual([
      { before: null, after: { ...NONE, monthly_prd_limit: 7, max_projects: 0 } },
      { before: { ...NONE, storage_mb: null, monthly_prd_limit: 7, max_projects: 0 }, after: null },
    ]);
  });

  test('storage of one account is set, stays where it is not said, and goes back with null', async () => {
    const set = (more: object) => setUserLimits(admin.ctx, { id: user.id, ...NONE, ...more });
    expect(await set({ storage_mb: 7 })).toMatchObject({ storage_mb: 7 });
    expect(await set({ max_projects: 3 })).toMatchObject({ storage_mb: 7, max_projects: 3 });
    expect((await detail(user.id)).limits.overrides).toMatchObject({ storage_mb: 7 });
    expect(await set({ storage_mb: null })).toMatchObject({ storage_mb: 50 });
  });

  test('that say nothing are none', async () => {
    await setUserLimits(admin.ctx, { id: user.id, ...NONE, daily_prd_limit: 1 });
    await setUserLimits(admin.ctx, { id: user.id, ...NONE });
    expect(await server.db.select().from(userLimits).where(eq(userLimits.userId, user.id))).toEqual([]);
  });
});
