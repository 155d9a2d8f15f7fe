import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { FailureBody } from '#contract/errors.ts';
import type { FeedEvent } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import { listNotes, addNote } from '#server/notes/index.ts';
import { claimTask, createTask, restoreCheckpoint, updateTask } from '#server/plan/index.ts';
import {
  generationRuns,
  prdVersions,
  subscriptionTiers,
  tasks,
  usageCounters,
  userLimits,
} from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { readEvents } from '#server/platform/feed.ts';
import { createProject, deleteProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { countStatements } from '#test/count-statements.ts';
import { holdTime } from '#test/hold-time.ts';
import { type FakeEngine, createFakeEngine, draftLines } from '#test/fake-engine.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { setSettings } from '#test/mcp-call.ts';
import { countedBy } from '#test/metric-counts.ts';
import { sweepRuns } from './fail-run.ts';
import { sweepChunks } from './sweep-chunks.ts';

const PRD = `# House
## Doors
- R1: a front door
- R2: a back door after R1
## Roof
- R3: tiles
`;

let engine: FakeEngine;
const DAY_MS = 86_400_000;
let server: TestServer;
let user: TestUser;
let token: string;
let projectId: Id;

beforeAll(async () => {
  engine = createFakeEngine();
  server = await startTestServer({ engine });
  await raiseProjectLimit(server);
  await raiseUsage(1_000);
});
afterAll(() => server.dispose());
beforeEach(async () => {
  engine.instead = undefined;
  engine.usage = null;
  engine.drafts = 0;
  server.clock.advance(1_000);
  // Shortly before midnight a test would count usage in two days.
  if (DAY_MS - (server.now().getTime() % DAY_MS) < 60_000) server.clock.advance(60_000);
  user = await addUser(server);
  token = await tokenFor(server, user);
  projectId = (await createProject(user.ctx, { name: 'House' })).id;
});

const raiseUsage = (limit: number) =>
  server.db.update(subscriptionTiers).set({
    dailyPrdLimit: limit,
    dailyTaskGenLimit: limit,
    dailyTotalOperationsLimit: 2 * limit,
    monthlyPrdLimit: limit,
    monthlyTaskGenLimit: limit,
    monthlyTotalOperationsLimit: 2 * limit,
  });

interface Generated {
  tasksCreated: number;
  sessionId: string;
  version: number;
  checkpointId: Id | null;
  coverage: { percent: number; planned: number };
  diff: { counts: Record<string, number>; today: object };
}

let sessions = 0;
async function post(path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await server.http.inject({
    method: 'POST',
    url: path,
    headers: { authorization: `Bearer ${token}`, 'x-project-id': projectId, ...headers },
    payload: { content: PRD, sessionId: `gen_${(sessions += 1)}`, ...body },
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<FailureBody & { data: Generated }>() };
}
const generate = (body: object = {}) => post('/api/ai-engine/prd-to-tasks', body);

const titles = async (id = projectId) =>
  (
    await server.db
      .select({ title: tasks.title })
      .from(tasks)
      .where(sql`${tasks.projectId} = ${id} and ${tasks.deletedAt} is null`)
      .orderBy(tasks.number)
  ).map(({ title }) => title);
const taskNamed = async (title: string) => {
  const [row] = await server.db
    .select()
    .from(tasks)
    .where(sql`${tasks.projectId} = ${projectId} and ${tasks.title} = ${title} and ${tasks.deletedAt} is null`);
  if (row === undefined) throw new Error(`no task is called ${title}`);
  return { ...row, id: row.id as Id };
};
const used = async () => {
  const rows = await server.db
    .select()
    .from(usageCounters)
    .where(eq(usageCounters.userId, user.id))
    .orderBy(usageCounters.period);
  return rows.map(({ period, prdUploads, taskGenerations }) => ({ period, prdUploads, taskGenerations }));
};
const usedUp = (prdUploads: number, taskGenerations: number) => [
  { period: 'day', prdUploads, taskGenerations },
  { period: 'month', prdUploads, taskGenerations },
];
const told = async () => {
  const events: FeedEvent[] = await readEvents(server.db, `project:${projectId}`, 0, 1_000);
  return events.filter(({ type }) => type.startsWith('generation.'));
};
const runs = () => server.db.select().from(generationRuns).where(eq(generationRuns.projectId, projectId));

test('a PRD becomes the plan: tasks, dependencies, the PRD, the count, the events and the answer', async () => {
  const { status, body } = await generate();
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    tasksCreated: 3,
    version: 1,
    planner: 'embedded',
    checkpointId: null,
    coverage: { lines: { total: 3, work: 3 }, planned: 3, percent: 100 },
  });
  expect(await titles()).toEqual(['Build a front door', 'Build a back door after R1', 'Build tiles']);
  expect(await taskNamed('Build tiles')).toMatchObject({ requirementIds: ['R3'], prdStartLine: 6, number: 3 });
  expect(await used()).toEqual(usedUp(1, 1));
  expect((await told()).map(({ type }) => type)).toEqual([
    'generation.started',
    'generation.progress',
    'generation.completed',
  ]);
  expect(await runs()).toMatchObject([{ status: 'completed', planner: 'embedded', tasksCreated: 3 }]);
});

test('the subscription shows what was used', async () => {
  await generate();
  const answer = await server.http.inject({
    url: '/api/subscriptions/current',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.json<{ data: { usage: object } }>().data.usage).toMatchObject({
    prd_uploads_used: 1,
    task_generations_used: 1,
  });
});

test('the same session twice runs once and answers the same', async () => {
  const one = await generate({ sessionId: 'same' });
  const two = await generate({ sessionId: 'same', content: `${PRD}- R9: more\n` });
  expect(two.body.data).toEqual(one.body.data);
  expect(engine.drafts).toBe(1);
  expect(await used()).toEqual(usedUp(1, 1));
});

test('the same session many times at once, on two servers, runs once and everyone gets the answer', async () => {
  const other = await startTestServer({ engine, databaseUrl: server.databaseUrl });
  const gate = Promise.withResolvers<void>();
  engine.instead = async ({ content }) => {
    await gate.promise;
    return draftLines(content);
  };
  const theirToken = await tokenFor(other, user);
  const ask = (at: TestServer, bearer: string) =>
    at.http.inject({
      method: 'POST',
      url: '/api/ai-engine/prd-to-tasks',
      headers: { authorization: `Bearer ${bearer}`, 'x-project-id': projectId },
      payload: { content: PRD, sessionId: 'at once' },
    });
  const all = [
    ...Array.from({ length: 4 }, () => ask(server, token)),
    ...Array.from({ length: 4 }, () => ask(other, theirToken)),
  ];
  const answered = Promise.all(all);
  while (engine.drafts === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  gate.resolve();
  const bodies = (await answered).map((answer) => answer.json<{ data: Generated }>().data);
  expect(engine.drafts).toBe(1);
  for (const body of bodies) expect(body).toEqual(bodies[0]);
  expect(await used()).toEqual(usedUp(1, 1));
  await other.dispose();
});

test('a second run on the project is refused while one is under way', async () => {
  const gate = Promise.withResolvers<void>();
  engine.instead = async ({ content }) => {
    await gate.promise;
    return draftLines(content);
  };
  const first = generate();
  while (engine.drafts === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const second = await generate();
  expect(second).toMatchObject({ status: 409, body: { errorType: 'CONFLICT', errorCode: 'GENERATION_RUNNING' } });
  expect(await used()).toEqual(usedUp(1, 1));
  gate.resolve();
  expect((await first).status).toBe(200);
});

test('twenty at once with one left give exactly one run', async () => {
  await server.db.insert(userLimits).values({ userId: user.id, dailyTaskGenLimit: 1, monthlyTaskGenLimit: 5 });
  const ids: Id[] = [];
  for (let n = 0; n < 20; n += 1) ids.push((await createProject(user.ctx, { name: `House ${n}` })).id);
  const answers = await Promise.all(ids.map((id) => post('/api/ai-engine/prd-to-tasks', {}, { 'x-project-id': id })));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(refused).toHaveLength(19);
  expect(engine.drafts).toBe(1);
  expect(await used()).toEqual(usedUp(1, 1));
  expect(refused[0]?.body).toMatchObject({
    errorType: 'USAGE_LIMIT_EXCEEDED',
    usage: { daily: { current: 1, limit: 1 }, monthly: { current: 1, limit: 5 } },
  });
  const untilMidnight = 86_400 - (Math.floor(server.now().getTime() / 1_000) % 86_400);
  expect(Math.abs(Number(refused[0]?.headers['retry-after']) - untilMidnight)).toBeLessThanOrEqual(1);
});

test('a month that is used up says so, and until when', async () => {
  await server.db.insert(userLimits).values({ userId: user.id, monthlyTaskGenLimit: 1 });
  await generate();
  const { status, body, headers } = await generate();
  expect(status).toBe(429);
  expect(body.usage).toMatchObject({ daily: { current: 1 }, monthly: { current: 1, limit: 1 } });
  const now = server.now();
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  expect(Math.abs(Number(headers['retry-after']) - (next - now.getTime()) / 1_000)).toBeLessThanOrEqual(1);
  expect(await used()).toEqual(usedUp(1, 1));
});

test('only a text that is new to the project counts as an upload, and one limit does not hide the other', async () => {
  await server.db.insert(userLimits).values({ userId: user.id, monthlyPrdLimit: 1 });
  await generate();
  expect((await generate()).status).toBe(200);
  expect(await used()).toEqual(usedUp(1, 2));
  const { status, body } = await generate({ content: `${PRD}- R4: a gutter\n` });
  expect(status).toBe(429);
  expect(body.error).toContain('PRD uploads');
  expect(await used()).toEqual(usedUp(1, 2));
});

test('the total of operations is a limit of its own', async () => {
  await server.db.insert(userLimits).values({ userId: user.id, dailyTotalOperationsLimit: 1 });
  const { status, body } = await generate();
  expect(status).toBe(429);
  expect(body.usage).toMatchObject({ daily: { current: 0, limit: 1 } });
  expect(await used()).toEqual([]);
});

test('a planner that fails leaves the plan as it was, gives back what was counted, and says why', async () => {
  await generate();
  const before = await titles();
  engine.usage = { inputTokens: 7, outputTokens: 3, costUsd: 0.5 };
  engine.instead = async ({ spent }) => {
    spent?.({ inputTokens: 7, outputTokens: 3, costUsd: 0.5 });
    throw new AppError('AI_PROVIDER_ERROR', 'The model is not there. Use the embedded planner.', {
      code: 'AI_PROVIDER_UNAVAILABLE',
    });
  };
  const failed = await generate({ planner: 'anthropic', content: '## New\n- R7: all new\n', sessionId: 'fails' });
  expect(failed).toMatchObject({
    status: 502,
    body: { errorType: 'AI_PROVIDER_ERROR', errorCode: 'AI_PROVIDER_UNAVAILABLE' },
  });
  expect(await titles()).toEqual(before);
  expect(await used()).toEqual(usedUp(1, 1));
  const versions = await server.db.select().from(prdVersions).where(eq(prdVersions.projectId, projectId));
  expect(versions).toHaveLength(1);
  expect((await runs()).find(({ sessionId }) => sessionId === 'fails')).toMatchObject({
    status: 'failed',
    errorType: 'AI_PROVIDER_ERROR',
    inputTokens: 7,
    outputTokens: 3,
    costUsd: 0.5,
  });
  const notes = await listNotes(user.ctx, { id: projectId });
  expect(notes).toContainEqual(
    expect.objectContaining({ type: 'FINDING', body: 'The model is not there. Use the embedded planner.' }),
  );
  expect((await told()).at(-1)?.type).toBe('generation.failed');
  // The same session answers the same failure; a new one runs.
  const again = await generate({ sessionId: 'fails' });
  expect(again).toMatchObject({ status: 502, body: { error: failed.body.error } });
  engine.instead = undefined;
  expect((await generate()).status).toBe(200);
});

test('every run is measured by its planner and how it ended; an answer given again is none', async () => {
  const { generationSeconds } = server.metrics;
  const body = { sessionId: 'measured' };
  expect(await countedBy(generationSeconds, () => generate(body))).toEqual({ 'embedded completed': 1 });
  expect(await countedBy(generationSeconds, () => generate(body))).toEqual({});
  engine.instead = async () => {
    throw new AppError('AI_PROVIDER_ERROR', 'The model is not there.', { code: 'AI_PROVIDER_UNAVAILABLE' });
  };
  const failed = () => generate({ planner: 'anthropic' });
  expect(await countedBy(generationSeconds, failed)).toEqual({ 'anthropic failed': 1 });
});

test('an unknown failure tells nothing of itself', async () => {
  engine.instead = async () => {
    throw new Error('secret path /etc/passwd');
  };
  const { status, body } = await generate();
  expect(status).toBe(500);
  expect(JSON.stringify([body, await listNotes(user.ctx, { id: projectId })])).not.toContain('secret');
  expect(await used()).toEqual(usedUp(0, 0));
});

test.each([
  ['a dependency on nothing', { depends_on: ['task:R99'] }],
  ['a requirement nobody has', { requirement_ids: ['R99'] }],
  ['a list that is not there', { list: 'list:Nowhere' }],
  ['a circle', { key: 'task:R1', depends_on: ['task:R2'] }],
  ['a title that is no title', { title: '  ' }],
])('a draft with %s is refused, and nothing is written', async (_what, fault) => {
  engine.instead = async ({ content }) => {
    const draft = draftLines(content);
    return { ...draft, tasks: draft.tasks.map((task, place) => (place === 0 ? { ...task, ...fault } : task)) };
  };
  const { status, body } = await generate({ planner: 'anthropic' });
  expect(status).toBe(502);
  expect(body.error).toContain('embedded planner');
  expect(await titles()).toEqual([]);
  expect(await used()).toEqual(usedUp(0, 0));
});

test('a text that asks for nothing is refused in words', async () => {
  const { status, body } = await generate({ content: 'Hello.' });
  expect(status).toBe(400);
  expect(body.issues).toEqual([{ path: 'content', message: 'asks for nothing that could be planned' }]);
});

test('a plan larger than a project may hold is refused', async () => {
  const lines = Array.from({ length: 1_001 }, (_, n) => `- R${n + 1}: thing ${n + 1}`).join('\n');
  const { status, body } = await generate({ content: `## Many\n${lines}\n` });
  expect(status).toBe(429);
  expect(body).toMatchObject({ errorCode: 'TASK_LIMIT', usage: { tasks: { limit: 1_000 } } });
  expect(await titles()).toEqual([]);
});

test('a run whose server died gives its usage back, and another may begin', async () => {
  const gate = Promise.withResolvers<void>();
  engine.instead = async ({ content }) => {
    await gate.promise;
    return draftLines(content);
  };
  const lost = generate({ sessionId: 'lost' });
  while (engine.drafts === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await used()).toEqual(usedUp(1, 1));
  server.clock.advance(31_000);
  await sweepRuns(server.contextFor({ kind: 'system', name: 'sweep' }));
  expect(await used()).toEqual(usedUp(0, 0));
  expect(await runs()).toMatchObject([{ status: 'failed', errorCode: 'GENERATION_INTERRUPTED' }]);
  expect((await told()).at(-1)?.type).toBe('generation.failed');
  // Resumed after it was declared dead, it writes nothing and refunds nothing a second time.
  gate.resolve();
  expect(await lost).toMatchObject({ status: 503, body: { errorCode: 'GENERATION_INTERRUPTED' } });
  expect(await titles()).toEqual([]);
  expect(await used()).toEqual(usedUp(0, 0));
  engine.instead = undefined;
  expect((await generate()).status).toBe(200);
  expect(await used()).toEqual(usedUp(1, 1));
});

test('a dead run of a deleted project gives its usage back, and keeps no other from being ended', async () => {
  const gate = Promise.withResolvers<void>();
  engine.instead = async ({ content }) => {
    await gate.promise;
    return draftLines(content);
  };
  const [deleted, left] = [projectId, (await createProject(user.ctx, { name: 'Shed' })).id];
  const first = generate();
  await vi.waitFor(() => expect(engine.drafts).toBe(1), { timeout: 10_000 });
  projectId = left;
  const second = generate();
  await vi.waitFor(() => expect(engine.drafts).toBe(2), { timeout: 10_000 });
  await deleteProject(user.ctx, { id: deleted });
  server.clock.advance(31_000);
  await sweepRuns(server.contextFor({ kind: 'system', name: 'sweep' }));
  expect(await runs()).toMatchObject([{ status: 'failed' }]);
  expect(await used()).toEqual(usedUp(0, 0));
  gate.resolve();
  expect((await first).status).toBe(404);
  expect((await second).status).toBe(503);
  expect(await used()).toEqual(usedUp(0, 0));
});

test('a new run ends a dead one that stands in its way', async () => {
  const gate = Promise.withResolvers<void>();
  engine.instead = async ({ content }) => {
    await gate.promise;
    return draftLines(content);
  };
  const lost = generate();
  while (engine.drafts === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  server.clock.advance(31_000);
  engine.instead = undefined;
  expect((await generate()).status).toBe(200);
  expect(await used()).toEqual(usedUp(1, 1));
  gate.resolve();
  expect((await lost).status).toBe(503);
});

test('replacing keeps the plan in a checkpoint that restores all of it, and notes stay', async () => {
  await generate();
  const door = await taskNamed('Build a front door');
  await updateTask(user.ctx, { id: door.id, status: 'done' });
  await addNote(user.ctx, { id: projectId, type: 'FINDING', body: 'Oak.', task_id: door.id });
  const { body } = await generate({ content: '## New\n- R7: all new\n' });
  expect(await titles()).toEqual(['Build all new']);
  expect(body.data.diff.counts).toMatchObject({ removed: 3, added: 1 });
  expect((await listNotes(user.ctx, { id: projectId })).some((note) => note.body === 'Oak.')).toBe(true);
  const { checkpointId } = body.data;
  if (checkpointId === null) throw new Error('there is no checkpoint');
  await restoreCheckpoint(user.ctx, { id: checkpointId });
  expect(await titles()).toEqual(['Build a front door', 'Build a back door after R1', 'Build tiles']);
  expect(await taskNamed('Build a front door')).toMatchObject({
    status: 'done',
    requirementIds: ['R1'],
    origin: { key: 'task:R1', requirement_ids: ['R1'] },
  });
  // After a restore, the merge base is what it was before.
  const merged = await generate({ clearExisting: false });
  expect(merged.body.data.diff.counts).toMatchObject({ kept: 3, added: 0, updated: 0 });
});

test('replacing ends a held baton, and the holder is told', async () => {
  await generate();
  const door = await taskNamed('Build a front door');
  const agent = server.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'claude' });
  await claimTask(agent, { id: door.id });
  await generate({ content: '## New\n- R7: all new\n' });
  const { rows } = await server.db.execute<{ held: number; lost: string }>(sql`
    select (select count(*)::int from batons where project_id = ${projectId}) as held,
      (select reason from baton_losses where project_id = ${projectId}) as lost`);
  expect(rows[0]).toEqual({ held: 0, lost: 'A new plan was generated in its place.' });
});

test('merging keeps finished, noted and held work, and what was added by hand', async () => {
  await generate();
  const door = await taskNamed('Build a front door');
  const agent = server.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'claude' });
  const tiles = await taskNamed('Build tiles');
  await claimTask(agent, { id: tiles.id });
  await updateTask(user.ctx, { id: door.id, status: 'done' });
  await createTask(user.ctx, { id: projectId, title: 'Sweep the floor' });
  const changed = '# House\n## Doors\n- R1: a red front door\n## Cellar\n- R8: a shelf\n';
  const { status, body } = await generate({ content: changed, clearExisting: false });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    tasksCreated: 2,
    version: 2,
    diff: {
      counts: { added: 1, follow_up: 1, orphaned: 2, kept: 2, removed: 0 },
      today: { tasks: 4, done: 1, held: 1 },
    },
  });
  expect(await taskNamed('Build a front door')).toMatchObject({ status: 'done', id: door.id });
  expect(await taskNamed('Build tiles')).toMatchObject({
    status: 'wip',
    prdState: 'orphaned',
    agentLock: expect.any(Date),
  });
  expect(await taskNamed('Build a back door after R1')).toMatchObject({ prdState: 'orphaned' });
  expect(await taskNamed('Revise: Build a red front door')).toMatchObject({ requirementIds: ['R1'], number: 6 });
  const again = await generate({ content: changed, clearExisting: false });
  expect(again.body.data).toMatchObject({ tasksCreated: 0, checkpointId: null, version: 2 });
});

test('a review is answered by an edit, by finishing or by a word; an orphan only by a word', async () => {
  await generate();
  const changed = PRD.replace('tiles', 'slates').replace('- R2: a back door after R1\n', '');
  await generate({ content: changed, clearExisting: false });
  const slates = await taskNamed('Build slates');
  const back = await taskNamed('Build a back door after R1');
  expect([slates.prdState, back.prdState]).toEqual(['review', 'orphaned']);
  expect((await updateTask(user.ctx, { id: slates.id, description: 'Seen.' })).prd_state).toBeNull();
  expect((await updateTask(user.ctx, { id: back.id, description: 'Seen.' })).prd_state).toBe('orphaned');
  expect((await updateTask(user.ctx, { id: back.id, prd_state: null })).prd_state).toBeNull();
  await generate({ content: changed, clearExisting: false });
  expect((await taskNamed('Build a back door after R1')).prdState).toBeNull();
});

test('a preview says what would happen both ways, writes nothing and counts nothing', async () => {
  await generate();
  const changed = `${PRD.replace('tiles', 'slates')}- R4: a gutter\n`;
  const { status, body } = await post('/api/ai-engine/preview', { content: changed });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    merge: { counts: { added: 1, review: 1, kept: 2 } },
    replace: { counts: { removed: 3, added: 4 } },
  });
  expect(await titles()).toEqual(['Build a front door', 'Build a back door after R1', 'Build tiles']);
  expect(await used()).toEqual(usedUp(1, 1));
  const merged = await generate({ content: changed, clearExisting: false });
  expect(merged.body.data.diff).toEqual((body.data as unknown as { merge: object }).merge);
});

test('a preview by a model is counted and kept', async () => {
  engine.usage = { inputTokens: 5, outputTokens: 6, costUsd: null };
  const one = await post('/api/ai-engine/preview', { planner: 'anthropic', sessionId: 'look' });
  const two = await post('/api/ai-engine/preview', { planner: 'anthropic', sessionId: 'look' });
  expect(one.status).toBe(200);
  expect(two.body.data).toEqual(one.body.data);
  expect(engine.drafts).toBe(1);
  expect(await used()).toEqual(usedUp(0, 1));
  expect(await runs()).toMatchObject([{ kind: 'preview', status: 'completed', inputTokens: 5, outputTokens: 6 }]);
  expect(await told()).toEqual([]);
});

test('a draft that was only looked at is kept for a day, its tokens longer, and later it is made anew', async () => {
  engine.usage = { inputTokens: 5, outputTokens: 6, costUsd: null };
  const look = () => post('/api/ai-engine/preview', { planner: 'anthropic', sessionId: 'look' });
  const { body } = await look();
  const age = (hours: number) =>
    server.db.update(generationRuns).set({ finishedAt: new Date(server.now().getTime() - hours * 3_600_000) });
  const ctx = server.contextFor({ kind: 'system', name: 'test' });
  await age(23);
  await sweepChunks(ctx);
  expect((await look()).body.data).toEqual(body.data);
  expect(engine.drafts).toBe(1);
  await age(25);
  await sweepChunks(ctx);
  expect(await runs()).toMatchObject([{ status: 'completed', inputTokens: 5, answer: null }]);
  expect((await look()).body.data).toEqual(body.data);
  expect(engine.drafts).toBe(2);
  await server.db.update(generationRuns).set({ status: 'failed' });
  await age(31 * 24);
  await sweepChunks(ctx);
  expect(await runs()).toEqual([]);
});

test('a preview shows both ways where the project has room for only one of them', async () => {
  await setSettings(server, { maxTasksPerProject: 3 });
  try {
    await generate();
    const content = '## Garden\n- R7: a pond\n';
    const { status, body } = await post('/api/ai-engine/preview', { content });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      merge: { counts: { added: 1, orphaned: 3 } },
      replace: { counts: { added: 1, removed: 3 } },
    });
    expect(await generate({ content, clearExisting: false })).toMatchObject({
      status: 429,
      body: { errorCode: 'TASK_LIMIT' },
    });
    expect((await generate({ content })).status).toBe(200);
  } finally {
    await setSettings(server, { maxTasksPerProject: 1_000 });
  }
});

test('a preview that was given up for dead answers nothing that nobody has counted', async () => {
  const held = Promise.withResolvers<void>();
  engine.instead = async ({ content }) => {
    await held.promise;
    return draftLines(content);
  };
  const running = post('/api/ai-engine/preview', { planner: 'anthropic' });
  await vi.waitFor(async () => expect(await runs()).toMatchObject([{ status: 'running' }]), { timeout: 10_000 });
  server.clock.advance(60_000);
  await sweepRuns(server.contextFor({ kind: 'system', name: 'sweep' }));
  held.resolve();
  expect(await running).toMatchObject({ status: 503, body: { errorCode: 'GENERATION_INTERRUPTED' } });
  expect(await runs()).toMatchObject([{ status: 'failed', answer: null }]);
  expect(await used()).toEqual(usedUp(0, 0));
});

test('merging says no statement per task or dependency, however many change', async () => {
  holdTime();
  const chain = (length: number, word: string) =>
    Array.from({ length }, (_, at) => `- R${at}: ${word} ${at}${at > 0 ? ` after R${at - 1}` : ''}\n`).join('');
  const apart = (length: number) => Array.from({ length }, (_, at) => `- R${at}: part ${at}\n`).join('');
  const statementsOf = async (length: number) => {
    projectId = (await createProject(user.ctx, { name: 'House' })).id;
    await generate({ content: chain(length, 'part') });
    const counting = countStatements(server.database.pool);
    const { status } = await generate({ content: apart(length), clearExisting: false });
    const statements = counting.stop();
    expect(status).toBe(200);
    return statements.length;
  };
  expect(await statementsOf(60)).toBe(await statementsOf(6));
});

test('more than a mebibyte of text is too large, counted in bytes', async () => {
  const { status, body } = await generate({ content: `- R1: ${'ü'.repeat(600_000)}` });
  expect({ status, type: body.errorType }).toEqual({ status: 413, type: 'PAYLOAD_TOO_LARGE' });
  expect((await generate({ content: 'a'.repeat(1024 * 1024 + 1) })).status).toBe(413);
});

test.each([
  ['no project', { 'x-project-id': '' }, 400, 'must name the project'],
  ['no valid project', { 'x-project-id': 'house' }, 400, 'must be a UUID'],
])('a request that names %s is refused', async (_what, headers, status, message) => {
  const answer = await post('/api/ai-engine/prd-to-tasks', {}, headers);
  expect(answer.status).toBe(status);
  expect(answer.body.issues).toEqual([{ path: 'x-project-id', message }]);
});

test('the PRD is shown with the tasks that answer each requirement, its versions and the coverage', async () => {
  await generate();
  await generate({ content: `${PRD}- R4: a gutter\n`, clearExisting: false });
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await server.http.inject({ url: `/api/projects/${projectId}${path}`, headers });
    return answer.json<{ data: Record<string, unknown> }>().data;
  };
  const door = await taskNamed('Build a front door');
  await updateTask(user.ctx, { id: door.id, status: 'done' });
  expect(await get('/prd')).toMatchObject({
    version: 2,
    requirements: [
      { id: 'R1', state: 'done', task_ids: [door.id] },
      { id: 'R2', state: 'planned' },
      { id: 'R3', state: 'planned' },
      { id: 'R4', state: 'planned' },
    ],
    coverage: { planned: 4, finished: 1, percent: 100 },
  });
  expect(await get('/prd/versions?limit=1')).toMatchObject({ items: [{ version: 2 }], nextCursor: 2 });
  expect(await get('/prd/versions?limit=1&cursor=2')).toMatchObject({ items: [{ version: 1 }], nextCursor: null });
  expect(await get('/prd/versions/1')).toMatchObject({ version: 1, content: PRD });
  const gutter = await taskNamed('Build a gutter');
  await server.db.update(tasks).set({ deletedAt: server.now() }).where(eq(tasks.id, gutter.id));
  expect(await get('/coverage')).toMatchObject({ lines: { work: 4 }, planned: 3, percent: 75, open: [{ id: 'R4' }] });
});

test('a version no project can have is refused, not failed on', async () => {
  const url = `/api/projects/${projectId}/prd/versions?cursor=3000000000`;
  const answer = await server.http.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect([answer.statusCode, answer.json<FailureBody>().errorType]).toEqual([400, 'VALIDATION_ERROR']);
});
