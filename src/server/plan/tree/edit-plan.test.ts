import { describe, expect, test } from 'vitest';
import { ORDER_STEP, TREE_DEPTH_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Task } from '#contract/task.ts';
import { createProject } from '#server/projects/index.ts';
import { newId } from '#server/platform/id.ts';
import { addUser } from '#test/builders.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { addDependency } from './add-dependency.ts';
import { breakDownTask } from './break-down-task.ts';
import { createTask } from './create-task.ts';
import { deleteTask, undeleteTask } from './delete-task.ts';
import { createTaskList, deleteTaskList, undeleteTaskList, updateTaskList } from './edit-task-list.ts';
import { getPlan } from './get-plan.ts';
import { moveTask } from './move-task.ts';
import { restoreCheckpoint } from '../checkpoints/restore-checkpoint.ts';
import { saveCheckpoint } from '../checkpoints/save-checkpoint.ts';
import { updateTask } from './update-task.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const add = (title: string, place: Partial<Parameters<typeof createTask>[1]> = {}) =>
  createTask(user.ctx, { id: projectId, title, ...place });
const refusal = async (work: Promise<unknown>) => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error as { type: string; message: string; detail: { code?: string } };
};

/** The plan as indented titles in order, with done tasks marked. */
async function outline(): Promise<string[]> {
  const { tasks, task_lists } = await getPlan(user.ctx, { id: projectId });
  const lines: string[] = [];
  const walk = (parent: Id | null, indent: string) => {
    for (const list of task_lists.filter((each) => each.parent_task_id === parent))
      for (const task of tasks.filter((each) => each.task_list_id === list.id)) {
        lines.push(`${indent}${task.title}${task.is_completed ? ' ✓' : ''}`);
        walk(task.id, `${indent}  `);
      }
  };
  walk(null, '');
  return lines;
}

describe('adding a task', () => {
  test('goes to the end of the first list, which is made when there is none', async () => {
    const first = await add('One');
    const second = await add('Two');
    expect([first.number, second.number]).toEqual([1, 2]);
    expect(first.task_list_name).toBe('Tasks');
    expect(second).toMatchObject({ task_list_id: first.task_list_id, status: 'open', level: 0, parent_task_id: null });
    expect(await outline()).toEqual(['One', 'Two']);
  });

  test('follows the sibling it names, or stands first', async () => {
    const one = await add('One');
    await add('Two');
    await add('Between', { after_task_id: one.id });
    await add('First', { after_task_id: null });
    expect(await outline()).toEqual(['First', 'One', 'Between', 'Two']);
  });

  test('below a task makes that task a parent and gives it a list of its name', async () => {
    const parent = await add('Parent');
    const child = await add('Child', { parent_task_id: parent.id });
    expect(child).toMatchObject({ level: 1, parent_task_id: parent.id, task_list_name: 'Parent', task_list_depth: 1 });
    const { task_lists } = await getPlan(user.ctx, { id: projectId });
    expect(task_lists.at(-1)).toMatchObject({
      parent_task: { id: parent.id, title: 'Parent' },
      task_count: 1,
      depth: 1,
    });
  });

  test('finds room however often it goes between the same two', async () => {
    const first = await add('First');
    await add('Last');
    for (let count = 0; count < 14; count += 1) await add(`New ${count}`, { after_task_id: first.id });
    const titles = await outline();
    expect(titles[0]).toBe('First');
    expect(titles.at(-1)).toBe('Last');
    expect(titles.slice(1, -1)).toEqual(Array.from({ length: 14 }, (_, count) => `New ${13 - count}`));
  });

  test('is refused for a list, parent or sibling that is not there, or is another user’s', async () => {
    const stranger = await addUser(services);
    const theirs = (await createProject(stranger.ctx, { name: 'Theirs' })).id;
    const foreign = await createTask(stranger.ctx, { id: theirs, title: 'Foreign' });
    for (const place of [
      { task_list_id: newId() },
      { parent_task_id: newId() },
      { after_task_id: newId() },
      { task_list_id: foreign.task_list_id },
      { parent_task_id: foreign.id },
      { after_task_id: foreign.id },
    ])
      expect((await refusal(add('Nowhere', place))).type).toBe('NOT_FOUND');
    expect((await refusal(createTask(user.ctx, { id: theirs, title: 'Mine' }))).type).toBe('NOT_FOUND');
    expect(await outline()).toEqual([]);
  });

  test('is refused when the project holds as many tasks as an administrator allows', async () => {
    await add('One');
    const gone = await add('Two');
    await services.db.execute('update system_settings set max_tasks_per_project = 2');
    services.bus.tellHere('settings', '');
    const { type, detail } = await refusal(add('Three'));
    expect([type, detail.code]).toEqual(['USAGE_LIMIT_EXCEEDED', 'TASK_LIMIT']);
    await deleteTask(user.ctx, { id: gone.id });
    expect((await add('Three')).number, 'a number is never given twice').toBe(3);
    expect((await refusal(undeleteTask(user.ctx, { id: gone.id }))).type).toBe('USAGE_LIMIT_EXCEEDED');
    await services.db.execute('update system_settings set max_tasks_per_project = 1000');
    services.bus.tellHere('settings', '');
  });

  test('is refused deeper than a plan may nest', async () => {
    let at = await add('Level 0');
    for (let level = 1; level < TREE_DEPTH_MAX; level += 1) at = await add(`Level ${level}`, { parent_task_id: at.id });
    expect((await refusal(add('Too deep', { parent_task_id: at.id }))).type).toBe('CONFLICT');
  });

  test('tasks added at once get numbers and places of their own', async () => {
    const added = await Promise.all(Array.from({ length: 8 }, (_, n) => add(`Task ${n}`)));
    expect(new Set(added.map(({ number }) => number)).size).toBe(8);
    expect(new Set(added.map(({ order_in_parent }) => order_in_parent)).size).toBe(8);
    expect(await outline()).toHaveLength(8);
  });
});

describe('editing a task', () => {
  test('changes what was sent and nothing else', async () => {
    const task = await add('Title', { description: 'Text', checks: [{ text: 'It works', met: false }] });
    const edited = await updateTask(user.ctx, { id: task.id, title: 'Better', prd_lines: { start: 3, end: 9 } });
    expect(edited).toMatchObject({ title: 'Better', description: 'Text', checks: [{ text: 'It works', met: false }] });
    expect(edited.prd_lines).toEqual({ start: 3, end: 9 });
    expect((await updateTask(user.ctx, { id: task.id, prd_lines: null })).prd_lines).toBeNull();
  });

  test('made on an older state is refused and changes nothing', async () => {
    const task = await add('Title');
    services.clock.advance(5);
    await updateTask(user.ctx, { id: task.id, title: 'Theirs' });
    const late = await refusal(updateTask(user.ctx, { id: task.id, title: 'Mine', base_updated_at: task.updated_at }));
    expect([late.type, late.detail.code]).toEqual(['CONFLICT', 'EDIT_CONFLICT']);
    expect(await outline()).toEqual(['Theirs']);
  });

  test('of a deleted task is refused as of a missing one', async () => {
    const task = await add('Gone');
    await deleteTask(user.ctx, { id: task.id });
    expect((await refusal(updateTask(user.ctx, { id: task.id, title: 'Back' }))).type).toBe('NOT_FOUND');
  });
});

describe('moving a task', () => {
  test('among its siblings changes one row', async () => {
    const [a, b, c] = [await add('A'), await add('B'), await add('C')];
    await moveTask(user.ctx, { id: c.id, after_task_id: null });
    expect(await outline()).toEqual(['C', 'A', 'B']);
    await moveTask(user.ctx, { id: c.id, after_task_id: a.id });
    expect(await outline()).toEqual(['A', 'C', 'B']);
    await moveTask(user.ctx, { id: a.id });
    expect(await outline()).toEqual(['C', 'B', 'A']);
    expect((await refusal(moveTask(user.ctx, { id: b.id, after_task_id: b.id }))).type).toBe('NOT_FOUND');
  });

  test('takes everything below it along, levels included', async () => {
    const [a, b] = [await add('A'), await add('B')];
    const child = await add('A.1', { parent_task_id: a.id });
    await add('A.1.1', { parent_task_id: child.id });
    const moved = await moveTask(user.ctx, { id: a.id, parent_task_id: b.id });
    expect(moved).toMatchObject({ level: 1, parent_task_id: b.id });
    expect(await outline()).toEqual(['B', '  A', '    A.1', '      A.1.1']);
    const { tasks, task_lists } = await getPlan(user.ctx, { id: projectId });
    const levels = Object.fromEntries(tasks.map((task) => [task.title, [task.level, task.task_list_depth]]));
    expect(levels).toEqual({ B: [0, 0], A: [1, 1], 'A.1': [2, 2], 'A.1.1': [3, 3] });
    expect(task_lists.map(({ depth }) => depth)).toEqual([0, 1, 2, 3]);
  });

  test('below itself or its own children is refused', async () => {
    const a = await add('A');
    const child = await add('A.1', { parent_task_id: a.id });
    for (const place of [{ parent_task_id: a.id }, { parent_task_id: child.id }, { task_list_id: child.task_list_id }])
      expect((await refusal(moveTask(user.ctx, { id: a.id, ...place }))).type).toBe('CONFLICT');
    expect(await outline()).toEqual(['A', '  A.1']);
  });

  test('carries completion with it: the parent it leaves and the one it joins are settled', async () => {
    const [from, to] = [await add('From'), await add('To')];
    const open = await add('Open', { parent_task_id: from.id });
    const done = await add('Done', { parent_task_id: from.id });
    const other = await add('Other', { parent_task_id: to.id });
    await updateTask(user.ctx, { id: done.id, status: 'done' });
    await updateTask(user.ctx, { id: other.id, status: 'done' });
    expect(await outline()).toEqual(['From', '  Open', '  Done ✓', 'To ✓', '  Other ✓']);
    await moveTask(user.ctx, { id: open.id, parent_task_id: to.id });
    expect(await outline()).toEqual(['From ✓', '  Done ✓', 'To', '  Other ✓', '  Open']);
  });
});

describe('deleting', () => {
  test('takes what is below along, keeps a checkpoint, and comes back as it was', async () => {
    const a = await add('A');
    const b = await add('B');
    const child = await add('A.1', { parent_task_id: a.id });
    const early = await add('A.2', { parent_task_id: a.id });
    await deleteTask(user.ctx, { id: early.id });
    const removal = await deleteTask(user.ctx, { id: a.id });
    expect(removal.deleted).toBe(2);
    expect(removal.checkpoint_id).not.toBeNull();
    expect(await outline()).toEqual(['B']);
    expect((await refusal(undeleteTask(user.ctx, { id: child.id }))).message).toContain('T1');
    await undeleteTask(user.ctx, { id: a.id });
    expect(await outline(), 'what was deleted on its own before stays deleted').toEqual(['A', '  A.1', 'B']);
    expect((await refusal(undeleteTask(user.ctx, { id: b.id }))).type).toBe('NOT_FOUND');
  });

  test('of the last open child completes the parent; bringing it back reopens it', async () => {
    const parent = await add('Parent');
    const done = await add('Done', { parent_task_id: parent.id });
    const open = await add('Open', { parent_task_id: parent.id });
    await updateTask(user.ctx, { id: done.id, status: 'done' });
    await deleteTask(user.ctx, { id: open.id });
    expect(await outline()).toEqual(['Parent ✓', '  Done ✓']);
    await undeleteTask(user.ctx, { id: open.id });
    expect(await outline()).toEqual(['Parent', '  Done ✓', '  Open']);
  });

  test('gives its place away; coming back it stands next to whoever took it', async () => {
    const [a, b] = [await add('A'), await add('B')];
    await deleteTask(user.ctx, { id: a.id });
    await services.db.execute(`update tasks set order_in_parent = ${a.order_in_parent} where id = '${b.id}'`);
    await undeleteTask(user.ctx, { id: a.id });
    expect(await outline()).toEqual(['B', 'A']);
  });

  test('and coming back after its list moved to another depth finds its level', async () => {
    const [a, b] = [await add('A'), await add('B')];
    const child = await add('A.1', { parent_task_id: a.id });
    await add('A.1.1', { parent_task_id: child.id });
    await deleteTask(user.ctx, { id: child.id });
    await moveTask(user.ctx, { id: a.id, parent_task_id: b.id });
    await undeleteTask(user.ctx, { id: child.id });
    const { tasks, task_lists } = await getPlan(user.ctx, { id: projectId });
    const levels = Object.fromEntries(tasks.map((task) => [task.title, [task.level, task.task_list_depth]]));
    expect(levels).toEqual({ B: [0, 0], A: [1, 1], 'A.1': [2, 2], 'A.1.1': [3, 3] });
    expect(task_lists.map(({ depth }) => depth)).toEqual([0, 1, 2, 3]);
  });

  test('a list takes its tasks along and brings them back', async () => {
    await add('First');
    services.clock.advance(1);
    const list = await createTaskList(user.ctx, { id: projectId, name: 'Second' });
    const task = await add('In the second', { task_list_id: list.id });
    expect((await deleteTaskList(user.ctx, { id: list.id })).deleted).toBe(1);
    expect(await outline()).toEqual(['First']);
    expect((await refusal(undeleteTask(user.ctx, { id: task.id }))).message).toContain('Second');
    await undeleteTaskList(user.ctx, { id: list.id });
    expect(await outline()).toEqual(['First', 'In the second']);
  });

  test('a task’s own list can be replaced, and the old one says who is in its place', async () => {
    const parent = await add('Parent');
    const old = await add('Old', { parent_task_id: parent.id });
    await deleteTaskList(user.ctx, { id: old.task_list_id });
    await add('New', { parent_task_id: parent.id });
    expect((await refusal(undeleteTaskList(user.ctx, { id: old.task_list_id }))).type).toBe('CONFLICT');
    expect(await outline()).toEqual(['Parent', '  New']);
  });
});

describe('bringing back what the plan has gone on without', () => {
  const levels = async () => {
    const { tasks, task_lists } = await getPlan(user.ctx, { id: projectId });
    for (const task of tasks) expect(task.level, task.title).toBe(task.task_list_depth);
    for (const list of task_lists) {
      const parent = tasks.find(({ id }) => id === list.parent_task_id);
      expect(list.depth, list.name).toBe(parent === undefined ? 0 : parent.level + 1);
    }
    return Object.fromEntries(tasks.map((task) => [task.title, task.level]));
  };

  test('a list finds the depth of its task, wherever that has moved', async () => {
    const [a, b] = [await add('A'), await add('B')];
    const child = await add('A.1', { parent_task_id: a.id });
    await add('A.1.1', { parent_task_id: child.id });
    await deleteTaskList(user.ctx, { id: child.task_list_id });
    await moveTask(user.ctx, { id: a.id, parent_task_id: b.id });
    await undeleteTaskList(user.ctx, { id: child.task_list_id });
    expect(await levels()).toEqual({ B: 0, A: 1, 'A.1': 2, 'A.1.1': 3 });
  });

  test('is refused where it would nest too deep', async () => {
    const top = await add('Top');
    const deep = await add('Deep', { parent_task_id: top.id });
    let at = deep;
    for (let level = 2; level < TREE_DEPTH_MAX; level += 1) at = await add(`Level ${level}`, { parent_task_id: at.id });
    await deleteTask(user.ctx, { id: deep.id });
    const other = await add('Other');
    await moveTask(user.ctx, { id: top.id, parent_task_id: other.id });
    expect((await refusal(undeleteTask(user.ctx, { id: deep.id }))).type).toBe('CONFLICT');
    expect(await levels()).toEqual({ Other: 0, Top: 1 });
  });

  test('is refused where it would close a cycle, which is named', async () => {
    const [parent, other] = [await add('Parent'), await add('Other')];
    const child = await add('Child', { parent_task_id: parent.id });
    await addDependency(user.ctx, { id: child.id, depends_on_id: other.id });
    await deleteTask(user.ctx, { id: child.id });
    await addDependency(user.ctx, { id: other.id, depends_on_id: parent.id });
    const { detail, message } = await refusal(undeleteTask(user.ctx, { id: child.id }));
    expect(detail.code).toBe('DEPENDENCY_CYCLE');
    for (const name of ['T1', 'T2', 'T3']) expect(message).toContain(name);
    expect(await outline()).toEqual(['Parent', 'Other']);
  });

  test('says which checkpoint holds what a restore took out', async () => {
    const { id } = await saveCheckpoint(user.ctx, { id: projectId, name: 'Empty' });
    const task = await add('Late');
    await restoreCheckpoint(user.ctx, { id });
    const { type, message } = await refusal(undeleteTask(user.ctx, { id: task.id }));
    expect([type, message]).toEqual([
      'CONFLICT',
      'T1 left the plan when a checkpoint was restored. Restore the checkpoint “Before restoring “Empty”” to bring it back.',
    ]);
    expect((await refusal(undeleteTaskList(user.ctx, { id: task.task_list_id }))).message).toContain(
      'Before restoring',
    );
  });
});

test('edits that meet on one task all find it', async () => {
  const [a, b] = [await add('A'), await add('B')];
  const task = await add('Task', { parent_task_id: a.id });
  await add('Other', { parent_task_id: b.id });
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, n) => [
      moveTask(user.ctx, { id: task.id, parent_task_id: n % 2 === 0 ? b.id : a.id }),
      updateTask(user.ctx, { id: task.id, title: `Title ${n}` }),
    ]).flat(),
  );
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 'fulfilled'));
});

test('a list that takes its name from a long title cuts it, and never in half a character', async () => {
  const parent = await add(`${'x'.repeat(198)}${'🙂'.repeat(100)}`);
  const child = await add('Child', { parent_task_id: parent.id });
  expect(child.task_list_name).toBe(`${'x'.repeat(198)}…`);
});

describe('breaking a task down', () => {
  test('gives it a list with a brief, and adds to it the second time', async () => {
    const task = await add('Large');
    const input = {
      id: task.id,
      operational_brief: 'What it must achieve.',
      tasks: [{ title: 'One' }, { title: 'Two' }],
    };
    const { task_list, tasks } = await breakDownTask(user.ctx, input);
    expect(task_list).toMatchObject({
      name: 'Large',
      operational_brief: 'What it must achieve.',
      depth: 1,
      task_count: 2,
    });
    expect(tasks.map(({ order_in_parent }) => order_in_parent)).toEqual([ORDER_STEP, 2 * ORDER_STEP]);
    const more = await breakDownTask(user.ctx, { id: task.id, name: 'Steps', tasks: [{ title: 'Three' }] });
    expect(more.task_list).toMatchObject({
      id: task_list.id,
      name: 'Steps',
      operational_brief: 'What it must achieve.',
    });
    expect(await outline()).toEqual(['Large', '  One', '  Two', '  Three']);
  });

  test('reopens a task that was done', async () => {
    const task = await add('Done');
    await updateTask(user.ctx, { id: task.id, status: 'done' });
    await breakDownTask(user.ctx, { id: task.id, tasks: [{ title: 'Not quite' }] });
    expect(await outline()).toEqual(['Done', '  Not quite']);
  });
});

describe('a parent’s status', () => {
  const statuses = async () => {
    const { tasks } = await getPlan(user.ctx, { id: projectId });
    return Object.fromEntries(tasks.map((task: Task) => [task.title, task.status]));
  };

  test('follows its children, all the way up and back', async () => {
    const root = await add('Root');
    const middle = await add('Middle', { parent_task_id: root.id });
    const leaf = await add('Leaf', { parent_task_id: middle.id });
    await updateTask(user.ctx, { id: leaf.id, status: 'done' });
    expect(await statuses()).toEqual({ Root: 'done', Middle: 'done', Leaf: 'done' });
    await updateTask(user.ctx, { id: leaf.id, status: 'open' });
    expect(await statuses()).toEqual({ Root: 'open', Middle: 'open', Leaf: 'open' });
  });

  test('cannot be set by hand', async () => {
    const root = await add('Root');
    await add('Leaf', { parent_task_id: root.id });
    for (const status of ['done', 'wip'] as const)
      expect((await refusal(updateTask(user.ctx, { id: root.id, status }))).message).toContain('follows');
  });
});

test('a renamed list carries its name to its tasks', async () => {
  const task = await add('One');
  await updateTaskList(user.ctx, { id: task.task_list_id, name: 'Groundwork', operational_brief: 'Brief' });
  const { tasks, task_lists } = await getPlan(user.ctx, { id: projectId });
  expect(tasks[0]?.task_list_name).toBe('Groundwork');
  expect(task_lists[0]?.operational_brief).toBe('Brief');
});
