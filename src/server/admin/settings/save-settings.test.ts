import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { SettingsAnswer } from '#contract/admin-settings.ts';
import { DEFAULT_LIMITS, DEFAULT_SETTINGS } from '#contract/settings-rules.ts';
import { auditLog, projects, subscriptionTiers, systemSettings, userLimits } from '#server/platform/db/tables/index.ts';
import { readEvents } from '#server/platform/feed.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

let server: TestServer;
let admin: TestUser;
let headers: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer();
  admin = await addUser(server, { isAdmin: true, email: 'mira@example.com' });
  headers = { authorization: `Bearer ${await tokenFor(server, admin)}` };
});
afterAll(() => server.dispose());

const URL = '/api/admin/system/settings';
const read = async () => (await server.http.inject({ url: URL, headers })).json<SettingsAnswer>();
const save = (payload: object) => server.http.inject({ method: 'PUT', url: URL, headers, payload });
const lastAudit = async () =>
  (
    await server.db
      .select()
      .from(auditLog)
      .orderBy(sql`created_at desc, id desc`)
      .limit(1)
  )[0];

beforeEach(async () => {
  server.clock.advance(1_000);
  await save({ settings: DEFAULT_SETTINGS, tierLimits: DEFAULT_LIMITS });
});

describe('settings are saved', () => {
  test('whole, with who and when, and the totals are the sums whatever was sent', async () => {
    const settings = { ...DEFAULT_SETTINGS, maxTasksPerProject: 500, claudeModel: 'claude-3-opus' };
    const free = {
      ...DEFAULT_LIMITS.free,
      daily_prd_limit: 2,
      monthly_prd_limit: 7,
      monthly_total_operations_limit: 400,
    };
    const answer = await save({ settings, tierLimits: { ...DEFAULT_LIMITS, free } });
    expect(answer.statusCode).toBe(200);
    const shown = await read();
    expect(answer.json()).toEqual(shown);
    expect(shown).toMatchObject({
      success: true,
      settings,
      modifiedBy: 'mira@example.com',
      tierLimits: { free: { daily_total_operations_limit: 3, monthly_total_operations_limit: 8 } },
    });
    expect(shown.models.map(({ name }) => name)).toContain('claude-3-opus');
    expect((await server.settings.read()).maxTasksPerProject).toBe(500);
  });

  test('with what changed in the audit log, and nothing else', async () => {
    await save({ settings: { ...DEFAULT_SETTINGS, maxRequestsPerMinute: 90 }, tierLimits: DEFAULT_LIMITS });
    const row = await lastAudit();
    expect(row).toMatchObject({
      action: 'settings.saved',
      actor: { kind: 'user', id: admin.id },
      outcome: 'done',
      durationMs: expect.any(Number),
    });
    expect(row?.detail).toEqual({ changed: { maxRequestsPerMinute: { from: 60, to: 90 } } });
  });
});

test('storage of a tier is saved, and stays as it is for who does not know of it', async () => {
  const { storage_mb: _free, ...free } = DEFAULT_LIMITS.free;
  const { storage_mb: _pro, ...pro } = DEFAULT_LIMITS.pro;
  const saved = await save({
    settings: DEFAULT_SETTINGS,
    tierLimits: { ...DEFAULT_LIMITS, free: { ...free, storage_mb: 77 } },
  });
  expect(saved.json()).toMatchObject({ tierLimits: { free: { storage_mb: 77 }, pro: { storage_mb: 1_000 } } });
  const without = await save({ settings: DEFAULT_SETTINGS, tierLimits: { free, pro } });
  expect([without.statusCode, (await read()).tierLimits.free.storage_mb]).toEqual([200, 77]);
  const wrong = { ...DEFAULT_LIMITS, free: { ...free, storage_mb: 0 } };
  expect((await save({ settings: DEFAULT_SETTINGS, tierLimits: wrong })).statusCode).toBe(400);
});

describe('nothing is saved', () => {
  test('when a rule is broken: every problem is told at once, and the refusal is in the audit log', async () => {
    const before = await read();
    const answer = await save({
      settings: { ...DEFAULT_SETTINGS, mcpToolCallsPerHour: 0, claudeModel: 'gpt-2' },
      tierLimits: { ...DEFAULT_LIMITS, pro: { ...DEFAULT_LIMITS.pro, monthly_prd_limit: 1, max_projects: 101 } },
    });
    expect(answer.statusCode).toBe(400);
    const body = answer.json<{ error: string; issues: { path: string }[] }>();
    expect(body.error).toMatch(
      /^Cannot save due to validation errors: MCP tool calls per hour must be between 1 and 10,000/,
    );
    expect(body.issues.map(({ path }) => path)).toEqual([
      'mcpToolCallsPerHour',
      'pro.max_projects',
      'pro.monthly_prd_limit',
      'claudeModel',
    ]);
    expect(await read()).toEqual(before);
    expect(await lastAudit()).toMatchObject({ action: 'settings.saved', outcome: 'failed' });
  });

  test('when somebody else has saved since, who and when is told', async () => {
    const seen = await read();
    const save2 = { settings: { ...DEFAULT_SETTINGS, maxTasksPerProject: 2 }, tierLimits: DEFAULT_LIMITS };
    // Saved in the same millisecond, and still a version of its own.
    expect((await save({ ...save2, lastModified: seen.lastModified })).statusCode).toBe(200);
    const late = await save({
      settings: { ...DEFAULT_SETTINGS, maxTasksPerProject: 3 },
      tierLimits: DEFAULT_LIMITS,
      lastModified: seen.lastModified,
    });
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      errorType: 'CONFLICT',
      errorCode: 'EDIT_CONFLICT',
      error: expect.stringMatching(/^mira@example\.com saved the settings at \d{4}-\d\d-\d\d \d\d:\d\d UTC/),
    });
    expect((await read()).settings.maxTasksPerProject).toBe(2);
  });

  test('twice at once: of two who saw the same, one is refused', async () => {
    const { lastModified } = await read();
    const body = { settings: DEFAULT_SETTINGS, tierLimits: DEFAULT_LIMITS, lastModified };
    const answers = await Promise.all([save(body), save(body), save(body)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  });

  test('half: where the tiers cannot be written, the settings are not either', async () => {
    await server.db.execute(sql`alter table subscription_tiers add constraint refuse check (daily_prd_limit <> 9)`);
    const free = { ...DEFAULT_LIMITS.free, daily_prd_limit: 9, monthly_prd_limit: 9 };
    const answer = await save({
      settings: { ...DEFAULT_SETTINGS, maxTasksPerProject: 9 },
      tierLimits: { ...DEFAULT_LIMITS, free },
    });
    await server.db.execute(sql`alter table subscription_tiers drop constraint refuse`);
    expect(answer.statusCode).toBe(500);
    expect((await server.db.select().from(systemSettings))[0]?.maxTasksPerProject).toBe(1_000);
    expect(
      (await server.db.select().from(subscriptionTiers).where(eq(subscriptionTiers.id, 'free')))[0]?.dailyPrdLimit,
    ).toBe(1);
  });
});

const readOnly = async (user: TestUser) =>
  (await server.db.select().from(projects).where(eq(projects.userId, user.id))).filter(
    ({ readOnlyAt }) => readOnlyAt !== null,
  ).length;
const savePlaces = (places: number) =>
  save({
    settings: DEFAULT_SETTINGS,
    tierLimits: { ...DEFAULT_LIMITS, free: { ...DEFAULT_LIMITS.free, max_projects: places } },
  });

test('fewer places reach everybody on the tier but those with an override, and more give them back', async () => {
  await savePlaces(3);
  const people = await Promise.all(Array.from({ length: 5 }, () => addUser(server)));
  const overridden = await addUser(server);
  await server.db.insert(userLimits).values({ userId: overridden.id, maxProjects: 3 });
  const paying = await addUser(server, { tier: 'pro' });
  for (const user of [...people, overridden, paying])
    for (const name of ['One', 'Two', 'Three']) await createProject(user.ctx, { name });

  await savePlaces(1);
  await vi.waitFor(async () => expect(await Promise.all(people.map(readOnly))).toEqual([2, 2, 2, 2, 2]), {
    timeout: 10_000,
  });
  expect(await Promise.all([overridden, paying].map(readOnly))).toEqual([0, 0]);
  await savePlaces(2);
  await vi.waitFor(async () => expect(await Promise.all(people.map(readOnly))).toEqual([1, 1, 1, 1, 1]), {
    timeout: 10_000,
  });
});

test('who is looking is told of new limits, and nobody else', async () => {
  const [looking, away] = [await addUser(server), await addUser(server)];
  const address = await server.http.listen({ port: 0, host: '127.0.0.1' });
  const leave = new AbortController();
  const stream = await fetch(`${address}/api/me/events`, {
    headers: { authorization: `Bearer ${await tokenFor(server, looking)}` },
    signal: leave.signal,
  });
  expect(stream.status).toBe(200);
  await savePlaces(4);
  const told = async (user: TestUser) =>
    (await readEvents(server.db, `user:${user.id}`, 0, 10)).map(({ type, data }) => ({ type, data }));
  await vi.waitFor(
    // The stream may also have received the event of the save before this test's.
    async () =>
      expect(await told(looking)).toContainEqual({ type: 'subscription.updated', data: { tier_name: 'free' } }),
    { timeout: 10_000 },
  );
  expect(await told(away)).toEqual([]);
  leave.abort();
});
