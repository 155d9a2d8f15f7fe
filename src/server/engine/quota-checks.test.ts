import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { generationRuns, usageCounters, userLimits } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { type FakeEngine, createFakeEngine } from '#test/fake-engine.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

/** A generation is charged once, even after a preview by a model. */

const PRD = '## Doors\n- R1: a front door\n';
const OTHER = '## Doors\n- R1: a back door\n';
const DAY_MS = 86_400_000;
let engine: FakeEngine;
let server: TestServer;
let user: TestUser;
let projectId: Id;

beforeAll(async () => {
  engine = createFakeEngine();
  server = await startTestServer({ engine });
});
afterAll(() => server.dispose());
beforeEach(async () => {
  engine.instead = undefined;
  server.clock.advance(1_000);
  // Shortly before midnight a test would count usage in two days.
  if (DAY_MS - (server.now().getTime() % DAY_MS) < 60_000) server.clock.advance(60_000);
  user = await addUser(server);
  const [one, many] = [1, 50];
  await server.db.insert(userLimits).values({
    userId: user.id,
    dailyPrdLimit: many,
    dailyTaskGenLimit: one,
    dailyTotalOperationsLimit: many,
    monthlyPrdLimit: many,
    monthlyTaskGenLimit: one,
    monthlyTotalOperationsLimit: many,
    maxProjects: many,
  });
  projectId = (await createProject(user.ctx, { name: 'House' })).id;
});

let sessions = 0;
async function post(url: string, more: object, at: TestServer) {
  const answer = await at.http.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${await tokenFor(server, user)}`, 'x-project-id': projectId },
    payload: { content: PRD, clearExisting: false, planner: 'anthropic', sessionId: `s${(sessions += 1)}`, ...more },
  });
  return answer.statusCode;
}
const check = (more: object = {}) => post('/api/ai-engine/preview', more, server);
const generate = (more: object = {}, at = server) => post('/api/ai-engine/prd-to-tasks', more, at);

const used = async () =>
  (await server.db.select().from(usageCounters).where(eq(usageCounters.userId, user.id))).map(
    ({ taskGenerations }) => taskGenerations,
  );

test('a check by a model and the plan made of it are one generation', async () => {
  expect(await check()).toBe(200);
  expect(await used()).toEqual([1, 1]);
  expect(await generate()).toBe(200);
  expect(await used()).toEqual([1, 1]);
});

test.each([
  ['another text', { content: OTHER }],
  ['another model', { planner: 'openai-compatible' }],
  ['the embedded planner', { planner: 'embedded' }],
])('a check pays for nothing but what was checked: %s is counted', async (_name, more) => {
  expect(await check()).toBe(200);
  expect(await generate(more)).toBe(429);
  expect(await generate()).toBe(200);
});

test('a check pays for one plan, and for none in another project', async () => {
  expect(await check()).toBe(200);
  const checked = projectId;
  projectId = (await createProject(user.ctx, { name: 'Shed' })).id;
  expect(await generate()).toBe(429);
  projectId = checked;
  expect(await generate()).toBe(200);
  expect(await generate()).toBe(429);
  expect(await check()).toBe(429);
  expect(await used()).toEqual([1, 1]);
});

test('looking again at what was checked costs nothing, and brings no second plan', async () => {
  expect([await check(), await check(), await check({ content: OTHER })]).toEqual([200, 200, 429]);
  expect([await generate(), await generate()]).toEqual([200, 429]);
  expect(await used()).toEqual([1, 1]);
});

test('a plan that failed leaves its check as it was, and gives nothing of it back', async () => {
  expect(await check()).toBe(200);
  engine.instead = async () => {
    throw new AppError('AI_PROVIDER_ERROR', 'Gone.');
  };
  expect([await generate(), await generate()]).toEqual([502, 502]);
  expect(await used()).toEqual([1, 1]);
  engine.instead = undefined;
  expect([await generate(), await generate()]).toEqual([200, 429]);
  expect(await used()).toEqual([1, 1]);
});

test('a check that failed pays for nothing', async () => {
  engine.instead = async () => {
    throw new AppError('AI_PROVIDER_ERROR', 'Gone.');
  };
  expect(await check()).toBe(502);
  engine.instead = undefined;
  expect(await used()).toEqual([0, 0]);
  expect(await generate()).toBe(200);
  expect(await used()).toEqual([1, 1]);
});

test('of plans that are asked for at once, on two servers, one is made of the check', async () => {
  const second = await startTestServer({ engine, databaseUrl: server.databaseUrl });
  second.clock.advance(server.now().getTime() - second.now().getTime());
  try {
    expect(await check()).toBe(200);
    const answers = await Promise.all([server, second, server, second].map((at) => generate({}, at)));
    expect(answers.filter((status) => status === 200)).toHaveLength(1);
    expect(answers.filter((status) => status !== 200 && status !== 409 && status !== 429)).toEqual([]);
    expect(await used()).toEqual([1, 1]);
  } finally {
    await second.dispose();
  }
});

test.each([
  ['just under a day', DAY_MS - 1, 200],
  ['a day', DAY_MS, 429],
])('a check pays as long as its answers are kept: %s after it', async (_name, age, status) => {
  expect(await check()).toBe(200);
  const createdAt = new Date(server.now().getTime() - age);
  await server.db.update(generationRuns).set({ createdAt }).where(eq(generationRuns.projectId, projectId));
  expect(await generate()).toBe(status);
});

test('a limit that was lowered since does not stand in the way of a plan that is paid for', async () => {
  const own = eq(userLimits.userId, user.id);
  await server.db.update(userLimits).set({ dailyTaskGenLimit: 5, monthlyTaskGenLimit: 5 }).where(own);
  expect([await generate(), await generate(), await check()]).toEqual([200, 200, 200]);
  const few = { dailyTotalOperationsLimit: 1, monthlyTotalOperationsLimit: 1 };
  await server.db.update(userLimits).set(few).where(own);
  expect([await generate(), await generate()]).toEqual([200, 429]);
});

test('checks of the embedded planner are not counted, and its plans are', async () => {
  const embedded = { planner: 'embedded' };
  expect([await check(embedded), await check(embedded), await generate(embedded)]).toEqual([200, 200, 200]);
  expect(await used()).toEqual([1, 1]);
  expect([await check(embedded), await generate(embedded)]).toEqual([200, 429]);
});
