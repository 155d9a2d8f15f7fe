import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { PARKED_REASON } from '#contract/plan-texts.ts';
import { createProject, listProjects, requireSummary, updateProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { answerQuestion } from '../baton/answer-question.ts';
import { claimTask } from '../baton/claim-task.ts';
import { createTask } from './create-task.ts';
import { finishTask } from '../baton/finish-task.ts';
import { listActivity } from './list-activity.ts';

let services: TestServices;
let user: TestUser;
let projectId: Id;
beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  user = await addUser(services);
  projectId = (await createProject(user.ctx, { name: 'Ship' })).id;
  await updateProject(user.ctx, { id: projectId, baton_slots: 3 });
});
afterAll(() => services.dispose());

const add = (title: string) => createTask(user.ctx, { id: projectId, title });
const codex = () => services.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'codex' });
const lines = async (task: { id: Id }) =>
  (await listActivity(user.ctx, { id: projectId, task_id: task.id, limit: 20 })).items.map(({ text }) => text);

test('a question, its answer and a block are told as such', async () => {
  const asked = await add('Keel');
  const first = await claimTask(codex(), { id: asked.id });
  await finishTask(codex(), { id: asked.id, baton: first.token, outcome: 'ask', question: 'Oak or ash?' });
  expect(await lines(asked)).toContain('codex asks: Oak or ash?');
  const { by } = (await answerQuestion(user.ctx, { id: asked.id, text: 'Oak.' })).question?.answer ?? {};
  expect(await lines(asked)).toContain(`${by?.name} answered`);

  const stuck = await add('Mast');
  const second = await claimTask(codex(), { id: stuck.id });
  await finishTask(codex(), { id: stuck.id, baton: second.token, outcome: 'block', summary: 'There is no tree.' });
  expect(await lines(stuck)).toContain('codex is blocked: There is no tree.');
});

test('a card counts what needs a person and names who is at work, until the lease runs out', async () => {
  const other = await addUser(services);
  const project = () => requireSummary(user.ctx, projectId);
  const before = (await project()).needs_you;
  const parked = await add('Later');
  await services.database.pool.query('update tasks set blocked_reason = $2 where id = $1', [parked.id, PARKED_REASON]);
  expect((await project()).needs_you, 'what the PRD puts off waits for nobody').toBe(before);
  const stopped = await add('Stopped');
  await services.database.pool.query(`update tasks set blocked_reason = 'No key' where id = $1`, [stopped.id]);
  expect((await project()).needs_you).toBe(before + 1);

  const held = await add('Held');
  const { baton } = await claimTask(codex(), { id: held.id });
  expect(await project()).toMatchObject({
    holders: [{ name: 'codex', task_number: held.number, task_title: 'Held', since: baton.taken_at }],
    stopped: [],
    next_task: null,
  });
  expect((await listProjects(user.ctx))[0]).toMatchObject({ holders: [{ name: 'codex' }], needs_you: before + 1 });
  expect(await listProjects(other.ctx), 'nobody else sees it').toEqual([]);
  await services.database.pool.query(`update batons set expires_at = now() - interval '1 day' where project_id = $1`, [
    projectId,
  ]);
  expect(await project()).toMatchObject({ holders: [], stopped: [{ name: 'codex', task_number: held.number }] });
  await services.database.pool.query('update tasks set deleted_at = now() where project_id = $1 and id <> $2', [
    projectId,
    (await add('Free')).id,
  ]);
  expect((await project()).next_task).toMatchObject({ title: 'Free' });
});
