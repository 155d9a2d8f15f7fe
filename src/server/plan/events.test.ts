import { expect, test } from 'vitest';
import { EVENT_DATA } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import { addNote, listNotes } from '#server/notes/index.ts';
import { readEvents } from '#server/platform/feed.ts';
import { addExample } from '#test/builders.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { claimTask } from './baton/claim-task.ts';
import { createTask } from './tree/create-task.ts';
import { getPlan } from './tree/get-plan.ts';
import { listActivity } from './tree/list-activity.ts';
import { tellGeneration } from './prd/tell-generation.ts';
import { updateTask } from './tree/update-task.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const add = (title: string, parent_task_id?: Id) =>
  createTask(user.ctx, { id: projectId, title, ...(parent_task_id && { parent_task_id }) });
const feed = async (after = 0) => readEvents(services.db, `project:${projectId}`, after, 1_000);
const broadcasts = async () =>
  (await listNotes(user.ctx, { id: projectId }))
    .filter((note) => note.is_broadcast)
    .map(({ body, type }) => [type, body]);

test('a change of status is told with both statuses and leaves its note', async () => {
  const task = await add('Task');
  const { seq } = await getPlan(user.ctx, { id: projectId });
  await updateTask(user.ctx, { id: task.id, status: 'done' });
  const events = await feed(seq);
  expect(events.find(({ type }) => type === 'task.status_changed')?.data).toEqual({
    task_id: task.id,
    previous_status: 'open',
    new_status: 'done',
  });
  expect(await broadcasts()).toEqual([['PROGRESS', 'Task status changed: open → done']]);
});

test('saying the same status again tells nothing', async () => {
  const task = await add('Task');
  await updateTask(user.ctx, { id: task.id, status: 'done' });
  await updateTask(user.ctx, { id: task.id, status: 'done' });
  expect(await broadcasts()).toHaveLength(1);
});

test('a lock is told with its list, a parent’s completion with its place', async () => {
  const parent = await add('Parent');
  const child = await add('Child', parent.id);
  const { token } = await claimTask(user.ctx, { id: child.id, agent: 'claude-code' });
  await updateTask(services.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'claude-code' }), {
    id: child.id,
    status: 'done',
    baton: token,
  });
  const events = await feed();
  const locked = events.find(({ type }) => type === 'task.locked');
  expect(locked?.data).toMatchObject({ task_id: child.id, task_list_name: 'Parent' });
  expect(events.find(({ type }) => type === 'parent.completed')?.data).toEqual({
    task_id: parent.id,
    is_completed: true,
  });
  expect(events.find(({ type }) => type === 'parent.status_changed')?.data).toEqual({
    task_id: parent.id,
    task_list_id: parent.task_list_id,
    status: 'done',
  });
});

test('a generation is told from start to end, with the notes of the specification', async () => {
  const session_id = 'gen_1';
  await tellGeneration(user.ctx, projectId, { what: 'started', data: { session_id, mode: 'PRD' } });
  const progress = { session_id, message: 'Reading', percent: 40, list_name: 'Foundations' };
  await tellGeneration(user.ctx, projectId, { what: 'progress', data: progress });
  const completed = { session_id, list_name: 'Foundations', tasks_created: 12, processing_time: 4_200 };
  await tellGeneration(user.ctx, projectId, { what: 'completed', data: completed });
  await tellGeneration(user.ctx, projectId, {
    what: 'failed',
    data: { session_id, error: 'The model did not answer.' },
  });
  expect(await broadcasts()).toEqual([['PROGRESS', 'Starting task list generation in PRD mode']]);
  const findings = (await listNotes(user.ctx, { id: projectId })).filter(({ type }) => type === 'FINDING');
  expect(findings.map(({ body }) => body)).toEqual(['The model did not answer.']);
  const told = (await feed()).filter(({ type }) => type.startsWith('generation.'));
  expect(told.map(({ data }) => data)).toEqual([
    { session_id, mode: 'PRD' },
    progress,
    completed,
    { session_id, error: 'The model did not answer.' },
  ]);
});

test('every event of an example project has the shape of the contract', async () => {
  ({ projectId } = await addExample(services, user));
  const task = await add('One more');
  await addNote(user.ctx, { id: projectId, type: 'OTHER', body: 'Note', task_id: task.id });
  const events = await feed();
  expect(events.length).toBeGreaterThan(5);
  for (const { type, data } of events) expect(() => EVENT_DATA[type].parse(data), type).not.toThrow();
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place + 1));
});

test('activity is what a person wants to read, newest first, of the project or of one task', async () => {
  const [first, second] = [await add('First'), await add('Second')];
  await updateTask(user.ctx, { id: first.id, status: 'done' });
  await addNote(user.ctx, { id: projectId, type: 'FINDING', body: 'Note', task_id: second.id });
  const { items, nextCursor } = await listActivity(user.ctx, { id: projectId, limit: 3 });
  expect(items.map(({ text }) => text)).toEqual([
    'Finding note added',
    'Task status changed: open → done',
    'T2 added: Second',
  ]);
  expect(items[0]).toMatchObject({ task_id: second.id, actor: { name: user.actor.name } });
  if (nextCursor === null) throw new Error('no second page');
  const older = await listActivity(user.ctx, { id: projectId, limit: 3, cursor: nextCursor });
  expect(older.items.map(({ text }) => text)).toEqual(['T1 added: First', 'List added: Tasks']);
  const ofFirst = await listActivity(user.ctx, { id: projectId, limit: 20, task_id: first.id });
  expect(ofFirst.items.map(({ text }) => text)).toEqual(['Task status changed: open → done', 'T1 added: First']);
});
