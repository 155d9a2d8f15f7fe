import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { CurrentSubscription } from '#contract/subscription.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { settleNotices, tellUsage } from '#server/billing/index.ts';
import { importContent } from '#test/import-content.ts';
import { limitNotices, usageCounters, userLimits, users } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { createProject, updateProject } from '#server/projects/index.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { countStatements } from '#test/count-statements.ts';
import { type FakeEngine, createFakeEngine, draftLines } from '#test/fake-engine.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { callTool, setSettings } from '#test/mcp-call.ts';

const PRD = '## Doors\n- R1: a front door\n';
let engine: FakeEngine;
let server: TestServer;
let second: TestServer;
beforeAll(async () => {
  engine = createFakeEngine();
  server = await startTestServer({ engine });
  second = await startTestServer({ engine, databaseUrl: server.databaseUrl });
});
afterAll(async () => {
  await second.dispose();
  await server.dispose();
});
beforeEach(() => {
  engine.instead = undefined;
});

/** Mails to this user, sent by either server. */
async function mailsTo({ email }: TestUser) {
  await settleNotices();
  return [...server.sent, ...second.sent].filter(({ to }) => to === email);
}

let sessions = 0;
async function generate(user: TestUser, projectId: Id, content = PRD, at = server) {
  const answer = await at.http.inject({
    method: 'POST',
    url: '/api/ai-engine/prd-to-tasks',
    headers: { authorization: `Bearer ${await tokenFor(at, user)}`, 'x-project-id': projectId },
    payload: { content, sessionId: `mail_${(sessions += 1)}` },
  });
  return answer.statusCode;
}

/** With this many task generations a month, and high limits for everything else. */
async function addPlanner(monthlyTaskGenLimit: number, fields: object = {}) {
  const user = await addUser(server, { ...fields });
  const much = 1_000;
  await server.db.insert(userLimits).values({
    userId: user.id,
    dailyPrdLimit: much,
    monthlyPrdLimit: much,
    dailyTaskGenLimit: much,
    monthlyTaskGenLimit,
    dailyTotalOperationsLimit: much,
    monthlyTotalOperationsLimit: much,
    maxProjects: 100,
  });
  return { user, projectId: (await createProject(user.ctx, { name: 'House' })).id };
}

describe('task generations', () => {
  test('one mail when four fifths are used, none before and none after in that month', async () => {
    const { user, projectId } = await addPlanner(5);
    for (let n = 0; n < 3; n += 1) await generate(user, projectId);
    expect(await mailsTo(user)).toEqual([]);
    await generate(user, projectId);
    const mails = await mailsTo(user);
    expect(mails).toHaveLength(1);
    const end = new Date(Date.UTC(server.now().getUTCFullYear(), server.now().getUTCMonth() + 1, 1));
    expect(mails[0]).toMatchObject({
      subject: 'Baton: 4 of 5 task generations this month',
      link: `${server.config.url}/subscription`,
    });
    expect(mails[0]?.text).toContain(
      `You have used 4 of 5 task generations this month. The count resets on ${end.toISOString().slice(0, 10)} at 00:00 UTC.`,
    );
    expect(await generate(user, projectId)).toBe(200);
    expect(await generate(user, projectId)).toBe(429);
    expect(await mailsTo(user)).toHaveLength(1);
  });

  test('one in each month and each day, by UTC', async () => {
    const { user } = await addPlanner(1);
    await server.db.update(userLimits).set({ dailyTaskGenLimit: 1 }).where(eq(userLimits.userId, user.id));
    const tellAt = async (iso: string) => {
      const [day, month] = [iso.slice(0, 10), `${iso.slice(0, 7)}-01`];
      const rows = [
        { userId: user.id, period: 'day' as const, startsOn: day, taskGenerations: 1 },
        { userId: user.id, period: 'month' as const, startsOn: month, taskGenerations: 1 },
      ];
      await server.db.insert(usageCounters).values(rows).onConflictDoNothing();
      const before = (await mailsTo(user)).length;
      await tellUsage({ ...user.ctx, now: () => new Date(iso) }, user.id, []);
      const mails = await mailsTo(user);
      return mails.slice(before).map(({ subject }) => subject);
    };
    const [byDay, byMonth] = ['today', 'this month'].map((when) => `Baton: 1 of 1 task generation ${when}`);
    expect(await tellAt('2027-12-31T23:59:59.998Z')).toEqual([byMonth]);
    expect(await tellAt('2027-12-31T23:59:59.999Z')).toEqual([]);
    expect(await tellAt('2028-01-01T00:00:00.000Z')).toEqual([byMonth]);
    expect(await tellAt('2028-01-02T00:00:00.000Z')).toEqual([byDay]);
    expect(await tellAt('2028-02-29T12:00:00.000Z')).toEqual([byMonth]);
  });

  test('none for work that failed, and none for work that may still fail', async () => {
    const { user, projectId } = await addPlanner(2);
    const other = await createProject(user.ctx, { name: 'Other' });
    engine.instead = async () => {
      throw new AppError('AI_PROVIDER_ERROR', 'Gone.');
    };
    expect(await generate(user, projectId)).toBe(502);
    expect(await generate(user, projectId)).toBe(502);
    expect(await mailsTo(user)).toEqual([]);
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    engine.instead = async () => {
      begun.resolve();
      await gate.promise;
      throw new AppError('AI_PROVIDER_ERROR', 'Gone.');
    };
    const failing = generate(user, projectId);
    await begun.promise;
    engine.instead = undefined;
    // Both of two generations are reserved now, and one of them will be refunded.
    expect(await generate(user, other.id)).toBe(200);
    expect(await mailsTo(user)).toEqual([]);
    gate.resolve();
    expect(await failing).toBe(502);
    expect(await mailsTo(user)).toEqual([]);
    expect(await generate(user, other.id)).toBe(200);
    expect(await mailsTo(user)).toHaveLength(1);
  });

  test('one from two servers that finish at once', async () => {
    const { user } = await addPlanner(4);
    const ids = await Promise.all(
      Array.from({ length: 4 }, async (_, n) => (await createProject(user.ctx, { name: `House ${n}` })).id),
    );
    const gate = Promise.withResolvers<void>();
    let waiting = 0;
    engine.instead = async ({ content }) => {
      waiting += 1;
      if (waiting === 4) gate.resolve();
      await gate.promise;
      return draftLines(content);
    };
    const statuses = await Promise.all(
      ids.map((id, place) => generate(user, id, PRD, place % 2 === 0 ? server : second)),
    );
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(await mailsTo(user)).toHaveLength(1);
  });

  test('nothing goes to an account that is not confirmed, and nothing is kept from it later', async () => {
    const { user, projectId } = await addPlanner(1);
    await server.db.update(users).set({ emailVerified: false }).where(eq(users.id, user.id));
    await generate(user, projectId);
    expect(await mailsTo(user)).toEqual([]);
    expect(await server.db.select().from(limitNotices).where(eq(limitNotices.userId, user.id))).toEqual([]);
  });

  test('a mail server that is gone fails nothing', async () => {
    const { user, projectId } = await addPlanner(1);
    const { send } = server.mail;
    server.mail.send = () => Promise.reject(new Error('no mail server'));
    expect(await generate(user, projectId)).toBe(200);
    await settleNotices();
    server.mail.send = send;
    expect(await mailsTo(user)).toEqual([]);
  });
});

test('what is reached at once is told in one mail', async () => {
  const user = await addUser(server);
  const { id } = await createProject(user.ctx, { name: 'The only one' });
  await generate(user, id);
  const mails = await mailsTo(user);
  expect(mails.map(({ subject }) => subject)).toEqual(['Baton: You have reached a limit of your plan']);
  expect(mails[0]?.text).toMatch(/1 of 1 task generation this month[^]*1 of 1 PRD upload this month/);
  expect(mails[0]?.text).not.toContain('today');
  const answer = await server.http.inject({
    url: '/api/subscriptions/current',
    headers: { authorization: `Bearer ${await tokenFor(server, user)}` },
  });
  const { notices } = answer.json<{ data: CurrentSubscription }>().data;
  expect(notices.map(({ limit, period, percent }) => [limit, period, percent])).toEqual([
    ['task_generations', 'month', 100],
    ['prd_uploads', 'month', 100],
    ['active_projects', null, 100],
  ]);
});

describe('active projects', () => {
  test('the only project of a plan for one is told when a second is refused, once', async () => {
    const user = await addUser(server);
    await createProject(user.ctx, { name: 'The only one' });
    expect(await mailsTo(user)).toEqual([]);
    for (const name of ['Two', 'Three'])
      await expect(createProject(user.ctx, { name })).rejects.toMatchObject({ detail: { code: 'PROJECT_LIMIT' } });
    expect((await mailsTo(user)).map(({ subject }) => subject)).toEqual(['Baton: 1 of 1 active project']);
  });

  test('one mail with the place that makes four fifths, however the projects come', async () => {
    const user = await addUser(server, { tier: 'pro' });
    const first = await createProject(user.ctx, { name: 'One' });
    await createProject(user.ctx, { name: 'Two' });
    await createProject(user.ctx, { name: 'Three' });
    await updateProject(user.ctx, { id: first.id, status: 'archived' });
    await importContent(user.ctx, {
      content: '{"tasks":[{"id":1,"title":"One"}]}',
      format: 'task-master',
      encoding: 'text',
    });
    expect(await mailsTo(user)).toEqual([]);
    await updateProject(user.ctx, { id: first.id, status: 'active' });
    expect((await mailsTo(user)).map(({ subject }) => subject)).toEqual(['Baton: 4 of 5 active projects']);
    await createProject(user.ctx, { name: 'Five' });
    await expect(createProject(user.ctx, { name: 'Six' })).rejects.toMatchObject({ detail: { code: 'PROJECT_LIMIT' } });
    expect(await mailsTo(user)).toHaveLength(1);
  });
});

describe('agents’ calls', () => {
  async function addCaller() {
    const user = await addUser(server);
    const { apiKey } = await generateApiKey(user.ctx);
    return { user, key: apiKey, project: (await createProject(user.ctx, { name: 'Counted' })).id };
  }
  const allow = async (perMinute: number, perHour: number) => {
    await setSettings(server, { maxRequestsPerMinute: perMinute, mcpToolCallsPerHour: perHour });
    second.bus.tellHere('settings', '');
  };
  const ofCalls = async (user: TestUser) =>
    (await mailsTo(user)).filter(({ subject }) => subject.includes('agent calls'));

  test('one mail a day, with the first call that the hour refuses, whatever the server', async () => {
    await allow(100_000, 5);
    const caller = await addCaller();
    const call = (at: TestServer) => callTool(at, 'orient', {}, caller);
    for (let n = 0; n < 5; n += 1) expect((await call(server)).status).toBe(200);
    expect(await ofCalls(caller.user)).toEqual([]);
    const refused = await Promise.all([call(server), call(second), call(server), call(second)]);
    expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
    const mails = await ofCalls(caller.user);
    expect(mails.map(({ subject }) => subject)).toEqual(['Baton: 5 of 5 agent calls this hour']);
    expect(mails[0]?.text).toContain('and more are refused');
  });

  test('none for a burst that only the minute refuses', async () => {
    await allow(2, 100_000);
    const caller = await addCaller();
    for (let n = 0; n < 4; n += 1) await callTool(server, 'orient', {}, caller);
    expect(await ofCalls(caller.user)).toEqual([]);
  });

  test('a call that is let in says no statement more, and of the refused ones only the first does', async () => {
    await allow(100_000, 3);
    const caller = await addCaller();
    const statementsOf = async () => {
      const counting = countStatements(server.database.pool);
      await callTool(server, 'orient', {}, caller);
      await settleNotices();
      return counting.stop().filter((statement) => statement.includes('limit_notices')).length;
    };
    const counted: number[] = [];
    for (let n = 0; n < 6; n += 1) counted.push(await statementsOf());
    expect(counted).toEqual([0, 0, 0, 1, 0, 0]);
  });

  test('four fifths of an hour are shown', async () => {
    await allow(100_000, 5);
    const caller = await addCaller();
    const shown = async () => {
      const answer = await server.http.inject({
        url: '/api/subscriptions/current',
        headers: { authorization: `Bearer ${await tokenFor(server, caller.user)}` },
      });
      const { notices } = answer.json<{ data: CurrentSubscription }>().data;
      return notices.filter(({ limit }) => limit === 'agent_calls');
    };
    for (let n = 0; n < 3; n += 1) await callTool(server, 'orient', {}, caller);
    expect(await shown()).toEqual([]);
    await callTool(server, 'orient', {}, caller);
    const wholeAt = new Date(server.now().getTime() + 48 * 60_000).toISOString();
    expect(await shown()).toEqual([
      { limit: 'agent_calls', period: 'hour', used: 4, allowed: 5, percent: 80, resets_at: wholeAt },
    ]);
    await callTool(server, 'orient', {}, caller);
    expect(await shown()).toMatchObject([{ used: 5, percent: 100 }]);
  });
});
