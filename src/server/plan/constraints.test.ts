import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { Task } from '#contract/task.ts';
import { createProject } from '#server/projects/index.ts';
import { newId } from '#server/platform/id.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { createTask } from './tree/create-task.ts';

/** What the tables refuse by themselves, whatever code may do to them. */

let services: TestServices;
let user: TestUser;
let projectId: Id;
let parent: Task;
let child: Task;
let sibling: Task;
let foreign: Task;

beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  user = await addUser(services);
  projectId = (await createProject(user.ctx, { name: 'Plan' })).id;
  const other = (await createProject(user.ctx, { name: 'Other' })).id;
  parent = await createTask(user.ctx, { id: projectId, title: 'Parent' });
  sibling = await createTask(user.ctx, { id: projectId, title: 'Sibling' });
  child = await createTask(user.ctx, { id: projectId, title: 'Child', parent_task_id: parent.id });
  foreign = await createTask(user.ctx, { id: other, title: 'Foreign' });
});
afterAll(() => services.dispose());

const run = (sql: string, ...values: unknown[]) => services.database.pool.query(sql, values);

test('two live siblings never share a place; a deleted one does not count', async () => {
  const move = 'update tasks set order_in_parent = $2 where id = $1';
  await expect(run(move, sibling.id, parent.order_in_parent)).rejects.toThrow('tasks_order_among_siblings');
  await run('update tasks set deleted_at = now() where id = $1', sibling.id);
  await run(move, sibling.id, parent.order_in_parent);
  await expect(run('update tasks set deleted_at = null where id = $1', sibling.id)).rejects.toThrow(
    'tasks_order_among_siblings',
  );
  await run(
    'update tasks set deleted_at = null, order_in_parent = $2 where id = $1',
    sibling.id,
    sibling.order_in_parent,
  );
});

test('places may cross on the way to an order that is unique', async () => {
  const swap = `update tasks set order_in_parent = case id when $1::uuid then $4::int else $3::int end where id in ($1, $2)`;
  const places = [parent.order_in_parent, sibling.order_in_parent];
  await run(swap, parent.id, sibling.id, ...places);
  const read = 'select order_in_parent as place from tasks where id = $1';
  const { rows } = await services.database.pool.query<{ place: number }>(read, [parent.id]);
  expect(rows[0]?.place).toBe(sibling.order_in_parent);
  await run(swap, sibling.id, parent.id, ...places);
});

test('a task never stands below itself', async () => {
  await expect(
    run('update tasks set task_list_id = $2, order_in_parent = 7 where id = $1', parent.id, child.task_list_id),
  ).rejects.toThrow('would stand below itself');
});

test('a task has one list below it', async () => {
  const second = `insert into task_lists (id, project_id, parent_task_id, name, depth) values ($1, $2, $3, 'Second', 1)`;
  await expect(run(second, newId(), projectId, parent.id)).rejects.toThrow('task_lists_one_per_task');
});

test('a task and its list, and a task and what it waits for, are of one project', async () => {
  await expect(
    run('update tasks set task_list_id = $2 where id = $1', sibling.id, foreign.task_list_id),
  ).rejects.toThrow('tasks_list_of_same_project');
  const wait = 'insert into task_dependencies (project_id, task_id, depends_on_id) values ($1, $2, $3)';
  await expect(run(wait, projectId, sibling.id, foreign.id)).rejects.toThrow('task_dependencies_depends_on');
  await expect(run(wait, projectId, sibling.id, sibling.id)).rejects.toThrow(/not_itself|wait for itself/);
});

test('numbers are given once, statuses are three, and what is completed has a time', async () => {
  const set = (fields: string) => run(`update tasks set ${fields} where id = $1`, sibling.id);
  await expect(set(`number = ${parent.number}`)).rejects.toThrow('tasks_number');
  await expect(set(`status = 'blocked'`)).rejects.toThrow('tasks_status');
  await expect(set('is_completed = true')).rejects.toThrow('tasks_completed_when');
  await expect(set('prd_start_line = 9, prd_end_line = 3')).rejects.toThrow('tasks_prd_lines');
  await expect(set('prd_start_line = 9')).rejects.toThrow('tasks_prd_lines');
});
