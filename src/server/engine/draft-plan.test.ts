import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PRD_ROLES_MAX } from '#contract/constants.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { FailureBody } from '#contract/errors.ts';
import type { Id } from '#contract/fields.ts';
import type { generatePlan, previewPlan } from '#contract/generation.ts';
import type { getPrd } from '#contract/prd.ts';
import { prdReadings, prdRoles, userLimits } from '#server/platform/db/tables/index.ts';
import { readEvents } from '#server/platform/feed.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { type FakeEngine, createFakeEngine, keyOf } from '#test/fake-engine.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

const PRD = `# House
## Doors
- R1: a front door
- unsure: a cat flap
- R2: a view
`;

type Generated = AnswerOf<typeof generatePlan>;
type Prd = NonNullable<AnswerOf<typeof getPrd>>;

let engine: FakeEngine;
let server: TestServer;
let user: TestUser;
let token: string;
let projectId: Id;

beforeAll(async () => {
  engine = createFakeEngine();
  server = await startTestServer({ engine });
  await raiseProjectLimit(server);
});
afterAll(() => server.dispose());
beforeEach(async () => {
  engine.instead = undefined;
  user = await addUser(server, { tier: 'pro' });
  const many = { dailyPrdLimit: 50, dailyTaskGenLimit: 50, dailyTotalOperationsLimit: 100 };
  const month = { monthlyPrdLimit: 50, monthlyTaskGenLimit: 50, monthlyTotalOperationsLimit: 100 };
  await server.db.insert(userLimits).values({ userId: user.id, ...many, ...month });
  token = await tokenFor(server, user);
  projectId = (await createProject(user.ctx, { name: 'House' })).id;
});

async function send<T>(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${token}`, 'x-project-id': projectId };
  const answer = await server.http.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  const body = answer.json<{ data: T } & FailureBody>();
  return { status: answer.statusCode, data: body.data, body };
}
let sessions = 0;
const draft = (over: object = {}) => ({
  content: PRD,
  sessionId: `session-${(sessions += 1)}`,
  planner: 'anthropic',
  ...over,
});
const generate = (over?: object) => send<Generated>('POST', '/api/ai-engine/prd-to-tasks', draft(over));
const show = async () => (await send<Prd>('GET', `/api/projects/${projectId}/prd`)).data;
const setRole = (key: string, role: string) =>
  send('PATCH', `/api/projects/${projectId}/prd/roles`, { roles: [{ key, role, excerpt: 'x' }] });
const kept = () => server.db.select().from(prdRoles).where(eq(prdRoles.projectId, projectId)).orderBy(prdRoles.role);

test('a model may add what the reader missed and reject what is no work, and both are kept in its name', async () => {
  engine.instead = async ({ readAgain }) => {
    const read = await readAgain([
      { start_line: 4, end_line: 4, role: 'work' },
      { start_line: 5, end_line: 5, role: 'context' },
    ]);
    expect(read.reading.requirements.map(({ text }) => text)).toEqual(['a front door', 'a cat flap']);
    return read.draft;
  };
  const { data } = await generate();
  expect(data).toMatchObject({ tasksCreated: 2, coverage: { planned: 2, to_decide: 0, percent: 100 }, notices: [] });
  expect(await kept()).toMatchObject([
    { key: keyOf('a view'), role: 'context', setBy: { kind: 'system', name: 'A model' } },
    { key: keyOf('a cat flap'), role: 'work', setBy: { kind: 'system', name: 'A model' } },
  ]);
  const prd = await show();
  expect(prd.blocks.map(({ role, set_by }) => [role, set_by?.name])).toEqual([
    ['work', undefined],
    ['work', 'A model'],
    ['context', 'A model'],
  ]);
  const [row] = await server.db.select().from(prdReadings).where(eq(prdReadings.projectId, projectId));
  expect(row?.readRevision).toBe(row?.revision);
});

test('what a person has said of a line no model changes', async () => {
  await setRole(keyOf('a view'), 'work');
  engine.instead = async ({ readAgain }) => (await readAgain([{ start_line: 3, end_line: 5, role: 'limit' }])).draft;
  await generate();
  expect((await show()).blocks.map(({ role }) => role)).toEqual(['limit', 'limit', 'work']);
});

test('what a person says of a line while a model drafts stands, whatever the model said of it', async () => {
  await generate();
  engine.instead = async ({ readAgain }) => {
    const read = await readAgain([{ start_line: 4, end_line: 5, role: 'limit' }]);
    await setRole(keyOf('a view'), 'work');
    return read.draft;
  };
  await generate();
  expect((await kept()).map(({ key, role, setBy }) => [key, role, setBy.kind])).toEqual([
    [keyOf('a cat flap'), 'limit', 'system'],
    [keyOf('a view'), 'work', 'user'],
  ]);
});

test('what a model has said of a line the next one may change', async () => {
  const say = (role: 'limit' | 'work') => {
    engine.instead = async ({ readAgain }) => (await readAgain([{ start_line: 4, end_line: 4, role }])).draft;
  };
  say('limit');
  await generate();
  say('work');
  await generate();
  expect((await kept()).map(({ role }) => role)).toEqual(['work']);
  expect((await show()).blocks[1]).toMatchObject({ role: 'work', set_by: { name: 'A model' } });
});

test('a project that keeps as many roles as it may has its plan written, without what the model would correct', async () => {
  await generate();
  await server.db.execute(sql`
    insert into prd_roles (project_id, key, scope, role, excerpt, set_by, set_at)
    select ${projectId}, 'other ' || n, 'block', 'context', '', '{"kind": "user", "name": "Ada"}', now()
    from generate_series(1, ${PRD_ROLES_MAX}) as n`);
  engine.instead = async ({ readAgain }) => (await readAgain([{ start_line: 4, end_line: 4, role: 'limit' }])).draft;
  expect(await generate({ content: `${PRD}- R3: a cellar\n` })).toMatchObject({ status: 200 });
  expect(await kept()).toHaveLength(PRD_ROLES_MAX);
});

test('a preview keeps no role and no reading', async () => {
  engine.instead = async ({ readAgain }) => (await readAgain([{ start_line: 4, end_line: 4, role: 'work' }])).draft;
  const { data } = await send<AnswerOf<typeof previewPlan>>('POST', '/api/ai-engine/preview', draft());
  expect(data.reading.counts).toMatchObject({ work: 3, unsure: 0 });
  expect(await kept()).toEqual([]);
  expect(await server.db.select().from(prdReadings).where(eq(prdReadings.projectId, projectId))).toEqual([]);
});

test('work lines that a model leaves out are told, not hidden', async () => {
  engine.instead = async ({ builtIn }) => ({ ...builtIn, tasks: builtIn.tasks.slice(0, 1) });
  const { data } = await generate();
  expect(data).toMatchObject({ coverage: { planned: 1, percent: 50 }, notices: ['1 work line has no task.'] });
});

test('the built-in planner leaving a work line out is a fault, and nothing is written', async () => {
  engine.instead = async ({ builtIn }) => ({ ...builtIn, tasks: builtIn.tasks.slice(0, 1) });
  const { status, body } = await generate({ planner: 'embedded' });
  expect([status, body.errorType]).toEqual([500, 'INTERNAL_ERROR']);
  expect(await show()).toBeNull();
});

test('a check that names a requirement nobody knows is refused', async () => {
  engine.instead = async ({ builtIn }) => ({
    ...builtIn,
    tasks: builtIn.tasks.map((task) => ({
      ...task,
      checks: [{ text: 'It holds', requirement_ids: ['R99'], done: false }],
    })),
  });
  expect((await generate()).body.errorType).toBe('AI_PROVIDER_ERROR');
});

test('a role that is set while a model drafts is in the reading of the next look', async () => {
  engine.instead = async ({ builtIn }) => {
    await setRole(keyOf('a view'), 'context');
    return builtIn;
  };
  await generate();
  expect((await show()).blocks.map(({ role }) => role)).toEqual(['work', 'unsure', 'context']);
  const told = await readEvents(server.db, `project:${projectId}`, 0, 100);
  expect(told.filter(({ type }) => type === 'prd.updated').map(({ data }) => data)).toEqual([
    { version: 1, cause: 'generation', work_lines: 2 },
    { version: 1, cause: 'roles', work_lines: 1 },
  ]);
});
