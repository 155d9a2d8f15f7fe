import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { getCoverage } from '#contract/prd.ts';
import type { PlanOp } from '#contract/tools.ts';
import type { ProjectExport } from '#contract/transfer.ts';
import { generateApiKey } from '#server/auth/index.ts';
import type { EngineContext } from '#server/engine/index.ts';
import { exportProject } from '#server/plan/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { createFakeEngine, withEngine } from '#test/fake-engine.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { readResource } from './door/resources.ts';
import { runTool } from './run-tool.ts';

type CoverageAnswer = AnswerOf<typeof getCoverage>;

const PRD = '# Ship\n## Hull\n- R1: a keel\n- R2: planks after R1\n';

const engine = createFakeEngine();
let server: TestServer;
let user: TestUser;
let projectId: Id;
let agent: EngineContext;
beforeAll(async () => {
  server = await startTestServer({ engine });
  await raiseProjectLimit(server);
});
afterAll(() => server.dispose());
beforeEach(async () => {
  user = await addUser(server);
  projectId = (await createProject(user.ctx, { name: 'Ship' })).id;
  agent = withEngine(server.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'claude' }), engine);
  await server.db
    .execute(`insert into user_limits (user_id, monthly_task_gen_limit, daily_task_gen_limit, monthly_prd_limit,
    daily_prd_limit, daily_total_operations_limit, monthly_total_operations_limit) values ('${user.id}', 9, 9, 9, 9, 99, 99)`);
});

async function generate(content: string, headers?: Record<string, string>) {
  const answer = await server.http.inject({
    method: 'POST',
    url: '/api/ai-engine/prd-to-tasks',
    headers: headers ?? { authorization: `Bearer ${await tokenFor(server, user)}`, 'x-project-id': projectId },
    payload: { content, sessionId: `gen_${Math.random()}`, clearExisting: false },
  });
  return answer.statusCode;
}
const edit = (ops: PlanOp[]) => runTool(agent, projectId, 'plan_edit', { ops }, undefined);
const coverage = async () => {
  const answer = await server.http.inject({
    url: `/api/projects/${projectId}/coverage`,
    headers: { authorization: `Bearer ${await tokenFor(server, user)}` },
  });
  const { lines, planned, finished, changed, open } = answer.json<{ data: CoverageAnswer }>().data;
  return { work: lines.work, planned, finished, changed, open: open.map(({ id }) => id) };
};

test('the brief of a task quotes the very lines it comes from', async () => {
  await generate('# Ship\n\n## Hull\n\n- R1: a keel\n- R2: planks after R1\n\n## Sail\n\n- R3: a mast\n');
  for (const [number, line, text] of [
    [1, 5, '- R1: a keel'],
    [2, 6, '- R2: planks after R1'],
    [3, 10, '- R3: a mast'],
  ]) {
    const brief = await runTool(agent, projectId, 'task_get', { id: `T${number}` }, undefined);
    expect(brief.text).toContain(`PRD, lines ${line}-${line}:\n  ${text}`);
    expect(brief.data).toMatchObject({ prd: [{ start: line, end: line, text }] });
  }
});

test('an agent plans by requirement: coverage counts it, task_get names it, and a draft is held against it', async () => {
  await generate(PRD);
  expect(await coverage()).toEqual({ work: 2, planned: 2, finished: 0, changed: 0, open: [] });
  await edit([{ op: 'remove', id: 'T2' }]);
  expect(await coverage()).toMatchObject({ planned: 1, open: ['R2'] });
  await edit([{ op: 'add', title: 'Nail the planks', requirements: ['R2'] }]);
  expect(await coverage()).toMatchObject({ planned: 2, open: [] });
  expect((await runTool(agent, projectId, 'task_get', { id: 'T3' }, undefined)).text).toContain('Answers: R2');
  expect(await readResource(agent, projectId, 'baton://requirements')).toContain('- R2 (line 4; T3): planks after R1');
  await generate(PRD.replace('planks', 'oak planks'));
  expect((await runTool(agent, projectId, 'task_get', { id: 'T3' }, undefined)).text).toContain(
    'the PRD has changed since',
  );
  expect(await coverage()).toMatchObject({ changed: 1, open: ['R2'] });
});

test('a requirement that is not there is refused by name, and nothing is changed', async () => {
  await generate(PRD);
  const ops: PlanOp[][] = [
    [{ op: 'add', title: 'Fly', requirements: ['R99'] }],
    [{ op: 'update', id: 'T1', requirements: ['R1', 'R99'] }],
    [{ op: 'split', id: 'T1', tasks: [{ title: 'Fly', requirements: ['R99'] }] }],
  ];
  for (const each of ops) await expect(edit(each)).rejects.toThrow(/R99 is no requirement/);
  expect(await coverage()).toMatchObject({ planned: 2 });
});

test('what a task answers can be said anew, and split on', async () => {
  await generate(PRD);
  await edit([
    { op: 'update', id: 'T1', requirements: [] },
    { op: 'split', id: 'T2', tasks: [{ title: 'Saw', requirements: ['R1', 'R2'] }] },
  ]);
  const { text } = await runTool(agent, projectId, 'task_get', { id: 'T3' }, undefined);
  expect(text).toContain('Answers: R1, R2');
  await generate(PRD);
  expect((await runTool(agent, projectId, 'task_get', { id: 'T1' }, undefined)).text).not.toContain('Answers');
});

test('a key generates for the project its header names', async () => {
  const { apiKey } = await generateApiKey(user.ctx);
  expect(await generate(PRD, { 'x-user-api-key': apiKey, 'x-project-id': projectId })).toBe(200);
  expect(await generate(PRD, { 'x-user-api-key': apiKey })).toBe(400);
});

test('an export holds what a merge needs, and an import takes it back', async () => {
  await generate(PRD);
  const document = (await exportProject(user.ctx, { id: projectId, format: 'json' })) as ProjectExport;
  const token = await tokenFor(server, user);
  const answer = await server.http.inject({
    method: 'POST',
    url: '/api/projects/import',
    headers: { authorization: `Bearer ${token}` },
    payload: { content: JSON.stringify(document) },
  });
  const copy = answer.json<{ data: { project: { id: Id } } }>().data.project.id;
  const again = (await exportProject(user.ctx, { id: copy, format: 'json' })) as ProjectExport;
  expect(again.requirements).toEqual(document.requirements);
  expect(again.tasks.map(({ origin }) => origin)).toEqual(document.tasks.map(({ origin }) => origin));
  expect(again.task_lists.map(({ origin }) => origin)).toEqual(document.task_lists.map(({ origin }) => origin));
  const merged = await server.http.inject({
    method: 'POST',
    url: '/api/ai-engine/prd-to-tasks',
    headers: { authorization: `Bearer ${token}`, 'x-project-id': copy },
    payload: { content: PRD, sessionId: 'copy', clearExisting: false },
  });
  expect(merged.json<{ data: object }>().data).toMatchObject({ tasksCreated: 0, diff: { counts: { kept: 2 } } });
});
