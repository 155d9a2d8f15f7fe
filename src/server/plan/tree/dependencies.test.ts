import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { createProject } from '#server/projects/index.ts';
import { newId } from '#server/platform/id.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { addDependency, removeDependency } from './add-dependency.ts';
import { claimTask } from '../baton/claim-task.ts';
import { createTask } from './create-task.ts';
import { deleteTask, undeleteTask } from './delete-task.ts';
import { getPlan } from './get-plan.ts';
import { moveTask } from './move-task.ts';
import { updateTask } from './update-task.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const add = (title: string, parent_task_id?: Id) =>
  createTask(user.ctx, { id: projectId, title, ...(parent_task_id && { parent_task_id }) });
const wait = (task: { id: Id }, other: { id: Id }) => addDependency(user.ctx, { id: task.id, depends_on_id: other.id });
const edges = async () => (await getPlan(user.ctx, { id: projectId })).dependencies;

test('a task waits for another until that is done', async () => {
  const [a, b] = [await add('A'), await add('B')];
  await wait(b, a);
  await wait(b, a);
  expect(await edges()).toEqual([{ task_id: b.id, depends_on_id: a.id }]);
  await expect(claimTask(user.ctx, { id: b.id })).rejects.toThrow('T2 waits for T1');
  await expect(updateTask(user.ctx, { id: b.id, status: 'wip' })).rejects.toThrow('T2 waits for T1');
  await updateTask(user.ctx, { id: a.id, status: 'done' });
  await claimTask(user.ctx, { id: b.id });
});

test('a cycle is refused and named, however long it is', async () => {
  const [a, b, c] = [await add('A'), await add('B'), await add('C')];
  await wait(b, a);
  await wait(c, b);
  await expect(wait(a, c)).rejects.toMatchObject({
    type: 'CONFLICT',
    message: 'That would be a cycle in which nothing can begin: T1 → T3 → T2 → T1.',
    detail: { code: 'DEPENDENCY_CYCLE' },
  });
  await expect(wait(a, a)).rejects.toThrow('cannot wait for itself');
  expect(await edges()).toHaveLength(2);
});

test('a cycle through the tree is a cycle as well: a parent waits for its children', async () => {
  const parent = await add('Parent');
  const child = await add('Child', parent.id);
  const other = await add('Other');
  await expect(wait(child, parent)).rejects.toThrow('T2 → T1 → T2');
  await wait(other, parent);
  await expect(wait(child, other)).rejects.toThrow('T2 → T3 → T1 → T2');
});

test('a move that would close a cycle is refused', async () => {
  const [parent, waiting] = [await add('Parent'), await add('Waiting')];
  await add('Child', parent.id);
  await wait(waiting, parent);
  await expect(moveTask(user.ctx, { id: waiting.id, parent_task_id: parent.id })).rejects.toThrow('T2 → T1 → T2');
  expect((await getPlan(user.ctx, { id: projectId })).tasks.find(({ id }) => id === waiting.id)?.level).toBe(0);
});

test('two that would close a cycle at the same moment do not both get in', async () => {
  const [a, b] = [await add('A'), await add('B')];
  const results = await Promise.allSettled([wait(a, b), wait(b, a)]);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('the database refuses a cycle that no code has looked at', async () => {
  const [a, b] = [await add('A'), await add('B')];
  await wait(b, a);
  const insert = 'insert into task_dependencies (project_id, task_id, depends_on_id) values ($1, $2, $3)';
  await expect(services.database.pool.query(insert, [projectId, a.id, b.id])).rejects.toThrow('wait for itself');
});

test('a task of another project, a deleted and a missing one cannot be waited for', async () => {
  const task = await add('Task');
  const gone = await add('Gone');
  await deleteTask(user.ctx, { id: gone.id });
  const elsewhere = await createProject(user.ctx, { name: 'Other' });
  const foreign = await createTask(user.ctx, { id: elsewhere.id, title: 'Foreign' });
  for (const other of [gone.id, foreign.id, newId()])
    await expect(wait(task, { id: other })).rejects.toMatchObject({ type: 'NOT_FOUND' });
});

test('a deleted task holds nobody up; brought back, it does again', async () => {
  const [a, b] = [await add('A'), await add('B')];
  await wait(b, a);
  await deleteTask(user.ctx, { id: a.id });
  expect(await edges()).toEqual([]);
  await undeleteTask(user.ctx, { id: a.id });
  expect(await edges()).toHaveLength(1);
  await removeDependency(user.ctx, { id: b.id, dependsOnId: a.id });
  await expect(removeDependency(user.ctx, { id: b.id, dependsOnId: a.id })).rejects.toMatchObject({
    type: 'NOT_FOUND',
  });
  expect(await edges()).toEqual([]);
});

test('a way through a deleted task is no cycle, until that task is brought back', async () => {
  const [a, b, c] = [await add('A'), await add('B'), await add('C')];
  await wait(b, a);
  await wait(c, b);
  await deleteTask(user.ctx, { id: b.id });
  await wait(a, c);
  expect(await edges()).toEqual([{ task_id: a.id, depends_on_id: c.id }]);
  await expect(wait(c, a)).rejects.toMatchObject({
    type: 'CONFLICT',
    message: expect.stringContaining('T3 → T1 → T3'),
  });
  await expect(undeleteTask(user.ctx, { id: b.id })).rejects.toMatchObject({ detail: { code: 'DEPENDENCY_CYCLE' } });
});
