import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { Task } from '#contract/task.ts';
import { createProject } from '#server/projects/index.ts';
import { newId } from '#server/platform/id.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { createTask } from './tree/create-task.ts';

/** Invariants that the tables enforce by themselves, whatever the code does. */

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

test('a task of a PRD is under review, orphaned or neither', async () => {
  const set = `update tasks set prd_state = $2 where id = $1`;
  for (const state of ['review', 'orphaned', null]) await run(set, sibling.id, state);
  await expect(run(set, sibling.id, 'lost')).rejects.toMatchObject({ code: '23514', constraint: 'tasks_prd_state' });
});

test.each([
  ['baton_slots', [0, 17], 'projects_baton_slots'],
  ['lease_minutes', [4, 241], 'projects_lease_minutes'],
  ['done_means', ['nothing'], 'projects_done_means'],
  ['verify_timeout_minutes', [0, 121], 'projects_verify_timeout'],
  ['verify_tries', [0, 11], 'projects_verify_tries'],
  ['status', ['lost'], 'projects_status'],
])('a project has no other %s than it may, from the beginning', async (column, values, constraint) => {
  const refused = { code: '23514', table: 'projects', constraint };
  for (const value of values) {
    await expect(run(`update projects set ${column} = $2 where id = $1`, projectId, value)).rejects.toMatchObject(
      refused,
    );
    const add = `insert into projects (id, user_id, name, ${column}) values ($1, $2, 'New', $3)`;
    await expect(run(add, newId(), user.id, value)).rejects.toMatchObject(refused);
  }
});

test('a list at the root has no task above it, and one below has', async () => {
  const refused = { code: '23514', constraint: 'task_lists_root_depth' };
  await expect(run('update task_lists set depth = 0 where id = $1', child.task_list_id)).rejects.toMatchObject(refused);
  await expect(run('update task_lists set depth = 1 where id = $1', parent.task_list_id)).rejects.toMatchObject(
    refused,
  );
  const add = `insert into task_lists (id, project_id, name, depth) values ($1, $2, 'Deep', 2)`;
  await expect(run(add, newId(), projectId)).rejects.toMatchObject(refused);
});

test('a note has one of five types, and does not follow itself', async () => {
  const add = (type: string, id: Id, follows: Id | null) =>
    run(
      `insert into notes (id, project_id, type, body, supersedes_id) values ($1, $2, $3, 'Said.', $4)`,
      id,
      projectId,
      type,
      follows,
    );
  const [id, other] = [newId(), newId()];
  await expect(add('GOSSIP', id, null)).rejects.toMatchObject({ code: '23514', constraint: 'notes_type' });
  const own = { code: '23514', constraint: 'notes_not_own_successor' };
  await expect(add('FINDING', id, id)).rejects.toMatchObject(own);
  await add('FINDING', id, null);
  await add('FINDING', other, id);
  await expect(run('update notes set superseded_by_id = id where id = $1', id)).rejects.toMatchObject(own);
  await expect(run(`update notes set type = 'GOSSIP' where id = $1`, id)).rejects.toMatchObject({ code: '23514' });
});

test('a baton has one of sixteen slots, and of its project one that is there', async () => {
  const add = (slot: number) =>
    run(
      `insert into batons (project_id, slot, task_id, holder, holder_key, client_key, fence, taken_at, last_call_at, expires_at, beats)
       values ($1, $2, $3, '{}', 'key', 'key', 1, now(), now(), now(), '{1}')`,
      projectId,
      slot,
      sibling.id,
    );
  for (const slot of [0, 17])
    await expect(add(slot)).rejects.toMatchObject({ code: '23514', constraint: expect.stringMatching(/^batons_slot/) });
  await expect(add(2)).rejects.toMatchObject({ code: '23514', constraint: 'batons_slot_of_project' });
});
