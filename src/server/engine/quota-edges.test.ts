import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { generationRuns, projects, usageCounters, userLimits } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { readEvents } from '#server/platform/feed.ts';
import { createProject, updateProject } from '#server/projects/index.ts';
import { listNotes } from '#server/notes/index.ts';
import { type TestUser, addUser, tokenFor } from '#test/builders.ts';
import { type FakeEngine, createFakeEngine, draftLines } from '#test/fake-engine.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { sweepRuns } from './fail-run.ts';
import { generatePlan } from './generate-plan.ts';

const PRD = '## Doors\n- R1: a front door\n';
let engine: FakeEngine;
let server: TestServer;
beforeAll(async () => {
  engine = createFakeEngine();
  server = await startTestServer({ engine });
});
afterAll(() => server.dispose());

async function addPlanner(): Promise<{ user: TestUser; projectId: Id }> {
  const user = await addUser(server);
  const [few, many] = [5, 50];
  await server.db.insert(userLimits).values({
    userId: user.id,
    dailyPrdLimit: few,
    dailyTaskGenLimit: few,
    dailyTotalOperationsLimit: many,
    monthlyPrdLimit: few,
    monthlyTaskGenLimit: few,
    monthlyTotalOperationsLimit: many,
    maxProjects: few,
  });
  return { user, projectId: (await createProject(user.ctx, { name: 'House' })).id };
}

const usedBy = async (user: TestUser) => {
  const rows = await server.db.select().from(usageCounters).where(eq(usageCounters.userId, user.id));
  return Object.fromEntries(rows.map((row) => [`${row.period} ${row.startsOn}`, row.taskGenerations]));
};

let sessions = 0;
const ask = async (user: TestUser, projectId: Id, sessionId = `edge_${(sessions += 1)}`) => {
  const answer = await server.http.inject({
    method: 'POST',
    url: '/api/ai-engine/prd-to-tasks',
    headers: { authorization: `Bearer ${await tokenFor(server, user)}`, 'x-project-id': projectId },
    payload: { content: PRD, sessionId },
  });
  return { status: answer.statusCode, body: answer.json<{ errorCode?: string; data: unknown }>() };
};

test('a run that begins in December and fails in January gives back to December', async () => {
  const { user, projectId } = await addPlanner();
  let now = new Date('2029-12-31T23:59:59.999Z');
  engine.instead = async () => {
    now = new Date('2030-01-01T00:00:00.000Z');
    throw new AppError('AI_PROVIDER_ERROR', 'Gone.');
  };
  const underWay = { add: () => undefined, signal: new AbortController().signal };
  const ctx = { ...user.ctx, now: () => now, engine, underWay };
  const input = { projectId, content: PRD, filename: 'prd.md', clearExisting: false, mode: 'PRD' as const };
  const run = generatePlan(ctx, { ...input, sessionId: 'over the year' });
  await expect(run).rejects.toMatchObject({ type: 'AI_PROVIDER_ERROR' });
  expect(await usedBy(user)).toEqual({ 'day 2029-12-31': 0, 'month 2029-12-01': 0 });
  engine.instead = undefined;
});

test('a run that two servers give up for dead gives back once', async () => {
  const { user, projectId } = await addPlanner();
  expect((await ask(user, projectId)).status).toBe(200);
  const [done] = await server.db.select().from(generationRuns).where(eq(generationRuns.projectId, projectId));
  if (done === undefined) throw new Error('no run');
  await ask(user, projectId);
  // The state a server leaves that died.
  const dead = { status: 'running' as const, heartbeatAt: new Date(server.now().getTime() - 60_000), answer: null };
  await server.db.update(generationRuns).set(dead).where(eq(generationRuns.id, done.id));
  const second = await startTestServer({ engine, databaseUrl: server.databaseUrl });
  const sweep = (at: TestServer) => sweepRuns(at.contextFor({ kind: 'system', name: 'test' }));
  await Promise.all([sweep(server), sweep(second), sweep(server), sweep(second)]);
  await second.dispose();
  expect(Object.values(await usedBy(user))).toEqual([1, 1]);
});

test.each([
  ['archived', { status: 'archived' as const }, 'PROJECT_ARCHIVED', 409],
  ['beyond the plan', { readOnlyAt: new Date() }, 'PROJECT_READ_ONLY', 429],
])(
  'a project that is %s while its plan is drafted keeps its plan, and gives back',
  async (_name, set, code, status) => {
    const { user, projectId } = await addPlanner();
    engine.instead = async ({ content }) => {
      await server.db.update(projects).set(set).where(eq(projects.id, projectId));
      return draftLines(content);
    };
    const answer = await ask(user, projectId);
    engine.instead = undefined;
    expect(answer).toMatchObject({ status, body: { errorCode: code } });
    expect(Object.values(await usedBy(user))).toEqual([0, 0]);
    const runs = await server.db.select().from(generationRuns).where(eq(generationRuns.projectId, projectId));
    expect(runs).toMatchObject([{ status: 'failed', errorCode: code }]);
    // Followers get the event; nothing more is written into the project.
    const told = await readEvents(server.db, `project:${projectId}`, 0, 100);
    expect(told.at(-1)?.type).toBe('generation.failed');
    expect((await listNotes(user.ctx, { id: projectId })).map(({ type }) => type)).toEqual(['PROGRESS']);
  },
);

test('a session that was answered is answered again, also when the project is archived by then', async () => {
  const { user, projectId } = await addPlanner();
  const first = await ask(user, projectId, 'asked twice');
  await updateProject(user.ctx, { id: projectId, status: 'archived' });
  expect((await ask(user, projectId, 'asked twice')).body.data).toEqual(first.body.data);
  expect(await ask(user, projectId, 'a new one')).toMatchObject({
    status: 409,
    body: { errorCode: 'PROJECT_ARCHIVED' },
  });
});
