import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { FailureBody } from '#contract/errors.ts';
import type { Id } from '#contract/fields.ts';
import type { Coverage } from '#contract/requirement.ts';
import { createTask } from '#server/plan/index.ts';
import { generationRuns, tasks, usageCounters } from '#server/platform/db/tables/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { type ModelServer, startModelServer } from '#test/model-server.ts';

/** From the door to the provider's own wire and back: the real engine, a model that is not. */

const section = (name: string) =>
  `## ${name}\n\n${Array.from({ length: 14 }, (_, n) => `- The ${name} must keep parcel ${n + 1} dry.\n`).join('')}`;
const PRD = `# Harbour\n\n${['Quay', 'Crane', 'Store'].map(section).join('\n')}`;

let model: ModelServer;
beforeAll(async () => {
  model = await startModelServer();
});
afterAll(() => model.close());
afterEach(() => {
  model.fault = () => undefined;
  model.asked.length = 0;
});

describe.each([
  ['anthropic', () => ({ ANTHROPIC_API_KEY: model.key, ANTHROPIC_BASE_URL: model.anthropicUrl })],
  [
    'openai-compatible',
    () => ({
      OPENAI_COMPATIBLE_URL: model.openAiUrl,
      OPENAI_COMPATIBLE_KEY: model.key,
      OPENAI_COMPATIBLE_MODEL: 'local',
    }),
  ],
] as const)('with %s', (planner, env) => {
  let server: TestServer;
  let user: TestUser;
  let projectId: Id;
  beforeAll(async () => {
    server = await startTestServer({ env: env() });
    await raiseProjectLimit(server);
    user = await addUser(server, { tier: 'pro' });
  });
  afterAll(() => server.dispose());

  const generate = (sessionId: string, more: object = {}) => post('prd-to-tasks', sessionId, more);
  async function post(what: 'prd-to-tasks' | 'preview', sessionId: string, more: object) {
    const answer = await server.http.inject({
      method: 'POST',
      url: `/api/ai-engine/${what}`,
      headers: { authorization: `Bearer ${await tokenFor(server, user)}`, 'x-project-id': projectId },
      payload: { content: PRD, sessionId, clearExisting: true, ...more },
    });
    type Body = FailureBody & { data: { planner: string; tasksCreated: number; coverage: Coverage } };
    return { status: answer.statusCode, body: answer.json<Body>() };
  }
  const runs = () => server.db.select().from(generationRuns).where(eq(generationRuns.projectId, projectId));
  const used = async () =>
    (await server.db.select().from(usageCounters).where(eq(usageCounters.userId, user.id)))
      .filter(({ period }) => period === 'day')
      .map(({ taskGenerations, prdUploads }) => [taskGenerations, prdUploads]);

  test('a failure changes nothing, costs nothing and offers the embedded planner; a retry pays for the rest', async () => {
    projectId = (await createProject(user.ctx, { name: `Harbour ${planner}` })).id;
    await createTask(user.ctx, { id: projectId, title: 'Sweep the quay' });
    // The first section is answered, then the key is taken away.
    model.fault = (_asked, turn) => (turn > 1 ? { status: 401 } : undefined);
    const failed = await generate('gen_1');
    expect(failed).toMatchObject({
      status: 502,
      body: { errorType: 'AI_PROVIDER_ERROR', errorCode: 'AI_PROVIDER_KEY' },
    });
    expect(failed.body.error).toContain('embedded planner');
    expect(JSON.stringify(failed.body)).not.toContain(model.key);
    expect(await server.db.select({ title: tasks.title }).from(tasks).where(eq(tasks.projectId, projectId))).toEqual([
      { title: 'Sweep the quay' },
    ]);
    expect(await used()).toEqual([[0, 0]]);
    const [broken] = await runs();
    expect(broken).toMatchObject({ status: 'failed', errorType: 'AI_PROVIDER_ERROR' });
    expect(broken?.inputTokens).toBeGreaterThan(0);

    model.fault = () => undefined;
    model.asked.length = 0;
    const again = await generate('gen_2');
    expect(again).toMatchObject({ status: 200, body: { data: { planner } } });
    expect(again.body.data.coverage).toMatchObject({ requirements: 42, covered: 42 });
    expect(await used()).toEqual([[1, 1]]);
    const run = (await runs()).find(({ sessionId }) => sessionId === 'gen_2');
    const inputTokens = model.asked.reduce((sum, asked) => sum + asked.inputTokens, 0);
    const outputTokens = model.asked.reduce((sum, asked) => sum + asked.outputTokens, 0);
    expect(run).toMatchObject({ status: 'completed', planner, inputTokens, outputTokens });
    if (planner === 'anthropic') expect(Number(run?.costUsd)).toBeGreaterThan(0);
    else expect(run?.costUsd).toBeNull();
  });

  test('what a check has paid for is asked and counted no second time', async () => {
    user = await addUser(server, { tier: 'pro' });
    projectId = (await createProject(user.ctx, { name: `Checked ${planner}` })).id;
    await createTask(user.ctx, { id: projectId, title: 'Sweep the quay' });
    expect((await post('preview', 'look_1', {})).status).toBe(200);
    expect(model.asked.length).toBeGreaterThan(0);
    model.asked.length = 0;
    expect((await post('preview', 'look_2', {})).status).toBe(200);
    expect((await generate('gen_checked', { clearExisting: false })).status).toBe(200);
    expect(model.asked).toEqual([]);
    expect(await used()).toEqual([[1, 1]]);
    const made = (await runs()).find(({ kind }) => kind === 'plan');
    expect(made).toMatchObject({ status: 'completed', planner, inputTokens: 0, outputTokens: 0 });
  });

  test('a NUL or half a character in an answer is taken out, and the plan is written', async () => {
    // Somebody new: the plans of the day of the one before are nearly used up.
    user = await addUser(server, { tier: 'pro' });
    projectId = (await createProject(user.ctx, { name: `Spoilt ${planner}` })).id;
    const list = { key: 'l\0', parent: null, name: 'Qu\0ay', brief: 'Dry\ud83d' };
    const task = { key: 't\ud83d', list: 'l\0', title: 'Roof\0 the quay', description: 'Tar\0 it \ud83d well' };
    const rest = { checks: ['No\0 drop'], requirements: ['R\0'], enabler: true, after: ['\ud83d'], 'extra\0': 1 };
    const text = JSON.stringify({ lists: [list], tasks: [{ ...task, ...rest }] });
    model.fault = (_asked, turn) => (turn === 1 ? { text } : undefined);
    expect(await generate('gen_spoilt')).toMatchObject({ status: 200, body: { data: { planner } } });
    const written = await server.db.select().from(tasks).where(eq(tasks.projectId, projectId));
    expect(written.find(({ title }) => title === 'Roof the quay')).toMatchObject({
      description: 'Tar it \ufffd well',
      checks: [{ text: 'No drop' }],
    });
  });

  test('the embedded planner is there for whoever asks for it', async () => {
    projectId = (await createProject(user.ctx, { name: `Alone ${planner}` })).id;
    const { status, body } = await generate('gen_3', { planner: 'embedded' });
    expect([status, body.data.planner, model.asked]).toEqual([200, 'embedded', []]);
  });
});
