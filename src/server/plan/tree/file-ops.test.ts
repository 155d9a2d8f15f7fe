import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { PlanOp } from '#contract/tools.ts';
import { addNote, listNotes } from '#server/notes/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { createTask } from './create-task.ts';
import { editPlan } from './edit-plan.ts';
import { createTaskList } from './edit-task-list.ts';
import { getPlan } from './get-plan.ts';

let services: TestServices;
let user: TestUser;
let id: Id;
beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  user = await addUser(services);
});
afterAll(() => services.dispose());
beforeEach(async () => {
  id = (await createProject(user.ctx, { name: 'Ship' })).id;
});

const edit = (...ops: PlanOp[]) => editPlan(user.ctx, id, { ops, dryRun: false, baseSeq: undefined });
const add = (title: string, place: object = {}) => createTask(user.ctx, { id, title, ...place });
const titles = async () =>
  (await getPlan(user.ctx, { id })).tasks
    .toSorted((a, b) => a.order_in_parent - b.order_in_parent)
    .map(({ title }) => title);

test('a task goes in front of all its siblings, new or old, and the answer has the number of each ref', async () => {
  await add('One');
  await add('Two');
  const { refs } = await edit(
    { op: 'add', title: 'Zero', ref: 'zero', first: true },
    { op: 'move', id: 'T2', first: true },
  );
  expect(await titles()).toEqual(['Two', 'Zero', 'One']);
  expect(refs).toEqual({ zero: 3 });
  await expect(edit({ op: 'move', id: 'T1', first: true, after: 'T2' })).rejects.toMatchObject({
    type: 'VALIDATION_ERROR',
    message: 'ops[0] (move): first cannot stand beside after.',
  });
});

test('checks may come with their ticks', async () => {
  await add('One');
  await edit({ op: 'update', id: 'T1', checks: ['Dry', { text: 'Straight', met: true }] });
  expect((await getPlan(user.ctx, { id })).tasks[0]?.checks).toEqual([
    { text: 'Dry', met: false },
    { text: 'Straight', met: true },
  ]);
});

test('notes come with an edit: new ones are added, known ones changed; a note of another task is not found', async () => {
  const [one, two] = [await add('One'), await add('Two')];
  const mine = await addNote(user.ctx, { id, type: 'FINDING', body: 'Wet.', task_id: one.id });
  const other = await addNote(user.ctx, { id, type: 'FINDING', body: 'Dry.', task_id: two.id });
  const { lines } = await edit({
    op: 'update',
    id: 'T1',
    notes: [
      { id: mine.id, body: 'Very wet.' },
      { type: 'context', body: 'It rains.' },
    ],
  });
  expect(lines).toEqual(['~ T1 2 notes']);
  const bodies = async () => (await listNotes(user.ctx, { id })).map(({ type, body }) => `${type} ${body}`).toSorted();
  expect(await bodies()).toEqual(['CONTEXT It rains.', 'FINDING Dry.', 'FINDING Very wet.']);
  await expect(edit({ op: 'update', id: 'T1', notes: [{ id: other.id, body: 'Mine.' }] })).rejects.toMatchObject({
    type: 'NOT_FOUND',
    message: 'ops[0] (update): The note was not found.',
  });
  const stranger = await addUser(services);
  const foreign = (await createProject(stranger.ctx, { name: 'Theirs' })).id;
  const theirs = await addNote(stranger.ctx, { id: foreign, type: 'FINDING', body: 'Secret.' });
  await expect(edit({ op: 'update', id: 'T1', notes: [{ id: theirs.id, body: 'x' }] })).rejects.toMatchObject({
    type: 'NOT_FOUND',
  });
  expect(await bodies()).toEqual(['CONTEXT It rains.', 'FINDING Dry.', 'FINDING Very wet.']);
});

test('a list is also named by its id, where two have one name; the one below a task by the task', async () => {
  const first = await createTaskList(user.ctx, { id, name: 'Hull' });
  const second = await createTaskList(user.ctx, { id, name: 'Hull' });
  await edit({ op: 'add', title: 'One', list: second.id }, { op: 'list_update', list: first.id, brief: 'The first.' });
  await edit(
    { op: 'add', title: 'Below', parent: 'T1' },
    { op: 'list_update', id: 'T1', name: 'Steps', brief: 'How.' },
  );
  const { task_lists, tasks } = await getPlan(user.ctx, { id });
  expect(tasks.find(({ title }) => title === 'One')?.task_list_id).toBe(second.id);
  expect(task_lists.map(({ name, operational_brief }) => [name, operational_brief])).toEqual([
    ['Hull', 'The first.'],
    ['Hull', ''],
    ['Steps', 'How.'],
  ]);
  await expect(edit({ op: 'list_update', id: 'T2', brief: 'x' })).rejects.toMatchObject({ type: 'NOT_FOUND' });
  await expect(edit({ op: 'list_update', brief: 'x' })).rejects.toMatchObject({ type: 'VALIDATION_ERROR' });
});

test('every op that is wrong is named, before any is applied', async () => {
  await expect(
    edit({ op: 'add' }, { op: 'add', title: 'Fine' }, { op: 'move', title: 'x', parent: 'T1', list: 'Hull' }),
  ).rejects.toMatchObject({
    type: 'VALIDATION_ERROR',
    message:
      'ops[0] (add): title is needed; ops[2] (move): id is needed; title means nothing to move; list cannot stand beside parent.',
    detail: { issues: expect.arrayContaining([{ path: 'ops.0.title', message: 'is needed' }]) },
  });
  expect(await titles()).toEqual([]);
});

test('a number that is not there names the nearest, and in somebody else’s project none', async () => {
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) await add(title);
  await edit({ op: 'remove', id: 'T3' });
  await expect(edit({ op: 'move', id: 'T3', first: true })).rejects.toMatchObject({
    message: 'ops[0] (move): T3 (id) was not found. The nearest are T1, T2, T4, T5.',
  });
  const stranger = await addUser(services);
  const ops: PlanOp[] = [{ op: 'remove', id: 'T3' }];
  await expect(editPlan(stranger.ctx, id, { ops, dryRun: false, baseSeq: undefined })).rejects.toMatchObject({
    type: 'NOT_FOUND',
    message: 'The project was not found.',
  });
});
