import { expect, test } from 'vitest';
import { AUTOMATIC_CHECKPOINTS_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Plan } from '#contract/plan.ts';
import { addNote, listNotes } from '#server/notes/index.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { addDependency } from '../tree/add-dependency.ts';
import { breakDownTask } from '../tree/break-down-task.ts';
import { claimTask } from '../baton/claim-task.ts';
import { createTask } from '../tree/create-task.ts';
import { deleteTask } from '../tree/delete-task.ts';
import { diffCheckpoint } from './diff-checkpoint.ts';
import { updateTaskList } from '../tree/edit-task-list.ts';
import { getPlan } from '../tree/get-plan.ts';
import { moveTask } from '../tree/move-task.ts';
import { renewBaton } from '../baton/release-baton.ts';
import { restoreCheckpoint } from './restore-checkpoint.ts';
import { listCheckpoints, saveCheckpoint } from './save-checkpoint.ts';
import { updateTask } from '../tree/update-task.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const add = (title: string, parent_task_id?: Id) =>
  createTask(user.ctx, { id: projectId, title, ...(parent_task_id && { parent_task_id }) });
const plan = () => getPlan(user.ctx, { id: projectId });
const save = (name: string) => saveCheckpoint(user.ctx, { id: projectId, name });

/** What a restore must reproduce: everything but update times and holders. */
const core = ({ tasks, task_lists, dependencies }: Plan) => ({
  tasks: tasks.map(({ updated_at: _u, agent_lock: _a, ...task }) => task).toSorted((a, b) => a.number - b.number),
  task_lists: task_lists.map(({ updated_at: _u, ...list }) => list).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  dependencies,
});

/** A plan with every kind of row. */
async function addPlan() {
  const [a, b, c] = [await add('A'), await add('B'), await add('C')];
  const { tasks } = await breakDownTask(user.ctx, {
    id: a.id,
    operational_brief: 'Brief',
    tasks: [{ title: 'A.1' }, { title: 'A.2' }],
  });
  const [a1, a2] = tasks;
  if (a1 === undefined || a2 === undefined) throw new Error('no subtasks');
  await updateTask(user.ctx, { id: a1.id, status: 'done' });
  await addDependency(user.ctx, { id: c.id, depends_on_id: b.id });
  await addNote(user.ctx, { id: projectId, type: 'CONTEXT', body: 'Kept', task_id: a1.id });
  return { a, b, c, a1, a2 };
}

test('brings back a plan that was turned upside down, and undoes that again', async () => {
  const { a, b, c, a1, a2 } = await addPlan();
  const before = await plan();
  const checkpoint = await save('Good');
  expect(checkpoint).toMatchObject({ name: 'Good', reason: 'manual', task_count: 5, done_count: 1 });

  await moveTask(user.ctx, { id: b.id, parent_task_id: a2.id });
  await moveTask(user.ctx, { id: a1.id, task_list_id: a.task_list_id, after_task_id: null });
  await updateTask(user.ctx, { id: a1.id, status: 'open', title: 'Other', description: 'New text' });
  await deleteTask(user.ctx, { id: c.id });
  const added = await add('Added later');
  await addNote(user.ctx, { id: projectId, type: 'FINDING', body: 'Found later', task_id: added.id });
  await updateTaskList(user.ctx, { id: a.task_list_id, name: 'Renamed', operational_brief: 'Other brief' });
  const upsideDown = await plan();

  const restored = await restoreCheckpoint(user.ctx, { id: checkpoint.id });
  expect(restored).toMatchObject({ tasks: 5, undo: { reason: 'before_restore' } });
  expect(core(await plan())).toEqual(core(before));
  expect(
    (await listNotes(user.ctx, { id: projectId })).map(({ body }) => body),
    'notes are never lost',
  ).toContain('Found later');

  await restoreCheckpoint(user.ctx, { id: restored.undo.id });
  expect(core(await plan())).toEqual(core(upsideDown));
});

test('swaps parent and child without tripping over the state in between', async () => {
  const a = await add('A');
  const b = await add('B', a.id);
  const straight = await save('A over B');
  await moveTask(user.ctx, { id: b.id, task_list_id: a.task_list_id });
  await moveTask(user.ctx, { id: a.id, parent_task_id: b.id });
  const swapped = await save('B over A');
  for (const [{ id }, top] of [
    [straight, 'A'],
    [swapped, 'B'],
    [straight, 'A'],
  ] as const) {
    await restoreCheckpoint(user.ctx, { id });
    expect((await plan()).tasks.find(({ level }) => level === 0)?.title).toBe(top);
  }
});

test('tells what has changed since', async () => {
  const { a1, b, c } = await addPlan();
  const checkpoint = await save('Good');
  expect(await diffCheckpoint(user.ctx, { id: checkpoint.id })).toMatchObject({
    added: 0,
    removed: 0,
    changed: 0,
    changes: [],
  });
  await updateTask(user.ctx, { id: a1.id, status: 'open', title: 'Renamed' });
  await deleteTask(user.ctx, { id: c.id });
  await add('New');
  await moveTask(user.ctx, { id: b.id, after_task_id: null });
  const diff = await diffCheckpoint(user.ctx, { id: checkpoint.id });
  expect(diff.changes).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        kind: 'changed',
        label: 'T4 Renamed',
        details: ['title: A.1 → Renamed', 'status: done → open'],
      }),
      expect.objectContaining({ kind: 'changed', label: 'T2 B', details: ['place among its siblings'] }),
      expect.objectContaining({ kind: 'removed', what: 'task', label: 'T3 C' }),
      expect.objectContaining({ kind: 'added', what: 'task', label: 'T6 New' }),
      expect.objectContaining({ kind: 'removed', what: 'dependency', label: 'T3 C waits for T2 B' }),
    ]),
  );
  expect(diff).toMatchObject({ added: 1, removed: 2, left_out: 0 });
});

test('work in progress goes on when its task is in the checkpoint, and is handed back when it is not', async () => {
  const kept = await add('Kept');
  const checkpoint = await save('Early');
  const { token } = await claimTask(user.ctx, { id: kept.id, agent: 'claude-1' });
  await restoreCheckpoint(user.ctx, { id: checkpoint.id });
  expect((await plan()).tasks[0]).toMatchObject({ status: 'wip' });
  expect((await plan()).batons).toHaveLength(1);

  await updateTask(services.contextFor({ ...user.actor }), { id: kept.id, title: 'Still kept' });
  expect((await renewBaton(user.ctx, { id: kept.id, baton: token })).holder.name).toBe('claude-1');
  const whileHeld = await save('While held');
  await services.db.execute(`delete from batons where project_id = '${projectId}'`);
  await services.db.execute(`update tasks set status = 'open', agent_lock = null where project_id = '${projectId}'`);
  await restoreCheckpoint(user.ctx, { id: whileHeld.id });
  expect((await plan()).tasks[0], 'nobody holds it, so it is not in progress').toMatchObject({ status: 'open' });

  const late = await add('Late');
  await claimTask(user.ctx, { id: late.id, agent: 'claude-2' });
  await restoreCheckpoint(user.ctx, { id: checkpoint.id });
  expect((await plan()).batons).toEqual([]);
});

test('restored work carries the lock of whoever holds it, and done work none', async () => {
  const task = await add('Task');
  await updateTask(user.ctx, { id: task.id, status: 'done' });
  const done = await save('Done');
  await updateTask(user.ctx, { id: task.id, status: 'open' });
  const open = await save('Open');
  const { baton } = await claimTask(user.ctx, { id: task.id, agent: 'claude-1' });
  services.clock.advance(1_000);
  await restoreCheckpoint(user.ctx, { id: open.id });
  expect((await plan()).tasks[0]).toMatchObject({ status: 'wip', agent_lock: baton.taken_at });
  await restoreCheckpoint(user.ctx, { id: done.id });
  expect((await plan()).tasks[0]).toMatchObject({ status: 'done', agent_lock: null });
});

test('does not bring back more tasks than a project may hold', async () => {
  const tasks = [await add('A'), await add('B'), await add('C')];
  const { id } = await save('Three');
  for (const task of tasks.slice(1)) await deleteTask(user.ctx, { id: task.id });
  const setLimit = async (limit: number) => {
    await services.db.execute(`update system_settings set max_tasks_per_project = ${limit}`);
    services.bus.tellHere('settings', '');
  };
  await setLimit(2);
  await expect(restoreCheckpoint(user.ctx, { id })).rejects.toMatchObject({ detail: { code: 'TASK_LIMIT' } });
  await setLimit(1_000);
  expect((await restoreCheckpoint(user.ctx, { id })).tasks).toBe(3);
});

test('of those Baton takes by itself the newest are kept, of those people made all', async () => {
  const { id } = await save('Mine');
  for (let n = 0; n < AUTOMATIC_CHECKPOINTS_MAX + 3; n += 1) {
    services.clock.advance(1);
    await restoreCheckpoint(user.ctx, { id });
  }
  const { rows } = await services.database.pool.query<{ reason: string; count: number }>(
    'select reason, count(*)::int as count from checkpoints where project_id = $1 group by 1 order by 1',
    [projectId],
  );
  expect(rows).toEqual([
    { reason: 'before_restore', count: AUTOMATIC_CHECKPOINTS_MAX },
    { reason: 'manual', count: 1 },
  ]);
});

test('is listed newest first, a page at a time', async () => {
  for (const name of ['One', 'Two', 'Three']) {
    services.clock.advance(1_000);
    await save(name);
  }
  const first = await listCheckpoints(user.ctx, { id: projectId, limit: 2 });
  expect(first.items.map(({ name }) => name)).toEqual(['Three', 'Two']);
  const { nextCursor } = first;
  if (nextCursor === null) throw new Error('no second page');
  const second = await listCheckpoints(user.ctx, { id: projectId, limit: 2, cursor: nextCursor });
  expect(second.items.map(({ name }) => name)).toEqual(['One']);
  expect(second.nextCursor).toBeNull();
});

test('never changes: the database refuses', async () => {
  const { id } = await save('Good');
  await expect(
    services.database.pool.query('update checkpoints set name = $1 where id = $2', ['Better', id]),
  ).rejects.toThrow('append-only');
});

test('two restores at once leave one whole plan', async () => {
  await addPlan();
  const small = await save('Small');
  await add('More');
  await add('And more');
  const large = await save('Large');
  await Promise.all([small, large, small, large].map(({ id }) => restoreCheckpoint(user.ctx, { id })));
  expect([5, 7]).toContain((await plan()).tasks.length);
});
