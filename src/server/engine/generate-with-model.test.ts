import { setImmediate } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { FailureBody } from '#contract/errors.ts';
import type { Id } from '#contract/fields.ts';
import type { Coverage } from '#contract/requirement.ts';
import { createTask } from '#server/plan/index.ts';
import { generationRuns, prdRoles, tasks, usageCounters } from '#server/platform/db/tables/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { answerOutline, answerPlausibly } from '#test/model-answers.ts';
import { type ModelServer, startModelServer } from '#test/model-server.ts';

/** End to end over the provider's wire protocol: the real engine, a fake model. */

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
  model.answer = answerPlausibly;
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
    // The outline is answered, then the key is revoked.
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
    expect(again.body.data.coverage).toMatchObject({ lines: { work: 45 }, planned: 45, percent: 100 });
    expect(model.asked.map(({ kind }) => kind)).toEqual(['details', 'details', 'details']);
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
    for (const again of ['look_2', 'look_3', 'look_4', 'look_5'])
      expect((await post('preview', again, {})).status).toBe(200);
    // Drafts may be large and previews are free: besides the one that was charged only the newest are stored.
    const kept = (await runs()).filter(({ kind, answer }) => kind === 'preview' && answer !== null);
    expect(kept.map(({ sessionId }) => sessionId).toSorted()).toEqual(['look_1', 'look_3', 'look_4', 'look_5']);
    expect((await generate('gen_checked', { clearExisting: false })).status).toBe(200);
    expect(model.asked).toEqual([]);
    expect(await used()).toEqual([[1, 1]]);
    const made = (await runs()).find(({ kind }) => kind === 'plan');
    expect(made).toMatchObject({ status: 'completed', planner, inputTokens: 0, outputTokens: 0 });
  });

  test('a NUL or half a character in an answer is taken out, and the plan is written', async () => {
    // A new account: the previous one's daily limit is nearly used up.
    user = await addUser(server, { tier: 'pro' });
    projectId = (await createProject(user.ctx, { name: `Spoilt ${planner}` })).id;
    const outline = {
      lists: [{ list: 1, name: 'Qu\0ay', goal: 'Dry\ud83d' }],
      tasks: [{ task: 1, list: 1, title: 'Roof\0 the quay', lines: '1-99\0', after: [], done: false, later: false }],
      more: [],
      corrections: [],
      'extra\0': 1,
    };
    const checks = [{ text: 'No\0 drop', lines: '5\ud83d' }];
    const details = { brief: '\0', tasks: [{ task: 1, description: 'Tar\0 it \ud83d well', checks }] };
    model.fault = ({ kind }) => ({ text: JSON.stringify(kind === 'details' ? details : outline) });
    expect(await generate('gen_spoilt')).toMatchObject({ status: 200, body: { data: { planner } } });
    const written = await server.db.select().from(tasks).where(eq(tasks.projectId, projectId));
    const roof = written.find(({ title }) => title === 'Roof the quay');
    expect(roof?.description).toBe('Tar it \ufffd well');
    expect(roof?.checks[0]).toMatchObject({ text: 'No drop', met: false });
  });

  test('what the model corrects is stored in its name, and a person’s word stands against it', async () => {
    user = await addUser(server, { tier: 'pro' });
    projectId = (await createProject(user.ctx, { name: `Corrected ${planner}` })).id;
    model.answer = (asked) =>
      asked.kind === 'details'
        ? answerPlausibly(asked)
        : { ...answerOutline(asked), corrections: [{ lines: '5-6', role: 'context' }] };
    const made = await generate('gen_corrected');
    expect(made.body.data.coverage).toMatchObject({ lines: { work: 43, context: 3 }, planned: 43, percent: 100 });
    const name = planner === 'anthropic' ? /^Claude/ : /^local$/;
    const set = () => server.db.select().from(prdRoles).where(eq(prdRoles.projectId, projectId));
    const stored = await set();
    expect(stored.map(({ role }) => role)).toEqual(['context', 'context']);
    for (const { setBy } of stored)
      expect(setBy).toEqual({ kind: 'system', id: null, name: expect.stringMatching(name) });

    // A person overrides one of the two; the next draft repeats its correction.
    const [first] = stored;
    await server.db
      .update(prdRoles)
      .set({ role: 'work', setBy: { kind: 'user', id: user.id, name: 'Ada' } })
      .where(eq(prdRoles.key, first?.key ?? ''));
    const again = await generate('gen_again');
    expect(again.body.data.coverage).toMatchObject({ lines: { work: 44, context: 2 }, planned: 44, percent: 100 });
    expect((await set()).map(({ role, setBy }) => `${role} by ${setBy.kind}`).toSorted()).toEqual([
      'context by system',
      'work by user',
    ]);
  });

  test('what stands below a line that the model takes out stays work, unless it says otherwise', async () => {
    user = await addUser(server, { tier: 'pro' });
    projectId = (await createProject(user.ctx, { name: `Nested ${planner}` })).id;
    const content = '# Quay\n\n## Cranes\n\n- The crane must lift:\n  - parcels\n  - boats\n- The crane must turn\n';
    model.answer = (asked) =>
      asked.kind === 'details'
        ? answerPlausibly(asked)
        : { ...answerOutline(asked), corrections: [{ lines: '5', role: 'context' }] };
    expect((await generate('gen_nested', { content })).status).toBe(200);
    const roles = await server.db.select().from(prdRoles).where(eq(prdRoles.projectId, projectId));
    expect(roles.map(({ excerpt, role }) => [excerpt, role])).toEqual(
      expect.arrayContaining([
        ['- The crane must lift:', 'context'],
        ['- parcels', 'work'],
      ]),
    );
  });

  test('an answer with 5,000 tasks changes nothing and costs no generation, and others are answered meanwhile', async () => {
    user = await addUser(server, { tier: 'pro' });
    projectId = (await createProject(user.ctx, { name: `Flooded ${planner}` })).id;
    await createTask(user.ctx, { id: projectId, title: 'Sweep the quay' });
    const task = { list: 1, title: 'Dry a parcel', lines: '5', after: [], done: false, later: false };
    const tasksGiven = Array.from({ length: 5_000 }, (_, n) => ({ task: n + 1, ...task }));
    model.answer = () => ({
      lists: [{ list: 1, name: 'All', goal: '' }],
      tasks: tasksGiven,
      more: [],
      corrections: [],
    });
    let isOver = false;
    const flooded = generate('gen_flood').finally(() => {
      isOver = true;
    });
    const healthy: number[] = [];
    while (!isOver) {
      healthy.push((await server.http.inject('/healthz')).statusCode);
      // Lets the pending answer be processed.
      await setImmediate();
    }
    expect(await flooded).toMatchObject({ status: 502, body: { errorType: 'AI_PROVIDER_ERROR' } });
    expect((await flooded).body.error).toContain('answered with more than 1,000 tasks');
    expect(model.asked).toHaveLength(1);
    expect(healthy.length).toBeGreaterThan(1);
    expect(new Set(healthy)).toEqual(new Set([200]));
    const left = await server.db.select({ title: tasks.title }).from(tasks).where(eq(tasks.projectId, projectId));
    expect(left).toEqual([{ title: 'Sweep the quay' }]);
    expect(await used()).toEqual([[0, 0]]);
  });

  test('the embedded planner is there for whoever asks for it', async () => {
    projectId = (await createProject(user.ctx, { name: `Alone ${planner}` })).id;
    const { status, body } = await generate('gen_3', { planner: 'embedded' });
    expect([status, body.data.planner, model.asked]).toEqual([200, 'embedded', []]);
  });
});
