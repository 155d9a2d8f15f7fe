import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { Plan } from '#contract/plan.ts';
import { PlanTree, TREE_REASON_MAX } from '#contract/plan-tree.ts';
import type { Task } from '#contract/task.ts';
import { getPlanTree } from '#server/plan/tree/get-plan-tree.ts';
import { getPlan } from '#server/plan/tree/get-plan.ts';
import { readTexts } from '#server/plan/tree/read-texts.ts';
import { createTask, updateTask } from '#server/plan/index.ts';
import { createProject } from '#server/projects/index.ts';
import { hasTexts, isBare, keepTexts, withListTexts, withTaskTexts } from '#web/lib/live/bare-rows.ts';
import { planOf } from '#web/lib/live/plan-data.ts';
import { unpackTree } from '#web/lib/live/unpack-tree.ts';
import { type TestUser, addExample, addUser, raiseProjectLimit } from './builders.ts';
import { changePlan, seededRandom } from './change-plan.ts';
import { type TestServices, openTestServices } from './harness.ts';
import { SEED } from './seed.ts';

let services: TestServices;
let user: TestUser;
beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  user = await addUser(services);
});
afterAll(() => services.dispose());

/** A plan with most states of a task. */
async function makePlan(): Promise<Id> {
  const { id } = await createProject(user.ctx, { name: 'Mixed' });
  for (let number = 1; number <= 20; number += 1)
    await createTask(user.ctx, {
      id,
      title: `Task ${number} of “many”`,
      description: `What ${number} is about`,
      checks: [{ text: 'It works', met: number % 2 === 0 }],
    });
  await changePlan({ ctx: user.ctx, projectId: id, random: seededRandom(SEED) }, 300, 2);
  const { tasks } = await getPlan(user.ctx, { id });
  const open = tasks.filter(({ status }) => status === 'open');
  if (open[0]) await updateTask(user.ctx, { id: open[0].id, blocked_reason: 'x'.repeat(TREE_REASON_MAX + 50) });
  await services.database.pool.query(
    `update tasks set requirement_ids = '{R1,R2}', is_enabler = true, prd_state = 'review',
       work = '{"commit":null,"branch":"b","pr":null,"diff":null,"verification":null}',
       question = '{"id":"019a0000-0000-7000-8000-000000000001","text":"Which?","seen":"","options":[],"asked_by":{"kind":"agent","id":null,"name":"codex"},"asked_at":"2026-01-01T00:00:00.000Z","answer":null}'
     where id = $1`,
    [open[1]?.id],
  );
  return id;
}

/** The plan reduced to what the tree contains. */
function withoutTexts(plan: Plan): Plan {
  const bare = (task: Task): Task => ({
    ...task,
    description: '',
    checks: task.checks.map(() => ({ text: '', met: false })),
    prd_lines: null,
    blocked_reason: task.blocked_reason?.slice(0, TREE_REASON_MAX) ?? null,
    question: task.question?.answer === null ? task.question : null,
    work: null,
  });
  return {
    ...plan,
    tasks: plan.tasks.map(bare),
    task_lists: plan.task_lists.map((list) => ({ ...list, operational_brief: '' })),
  };
}

const plain = (rows: ReadonlyMap<unknown, object>) =>
  new Map([...rows].map(([key, row]) => [key, JSON.parse(JSON.stringify(row)) as object]));

test('the tree and the texts that are read of it are the plan', async () => {
  const id = await makePlan();
  for (const projectId of [id, (await addExample(services, user)).projectId]) {
    const whole = await getPlan(user.ctx, { id: projectId });
    const tree = await getPlanTree(user.ctx, { id: projectId });
    expect(PlanTree.parse(tree)).toEqual(tree);
    const shown = unpackTree(tree);
    const told = planOf(withoutTexts(whole));
    for (const name of ['tasks', 'lists', 'dependencies', 'batons', 'noteCounts'] as const)
      expect(plain(shown[name]), name).toEqual(plain(told[name]));
    expect([shown.seq, shown.project.id]).toEqual([whole.seq, projectId]);
    expect([...shown.tasks.values()].every((task) => isBare(task) && !hasTexts(task))).toBe(true);

    const read = await readTexts(user.ctx, { id: projectId, tasks: whole.tasks.map((task) => task.id) });
    const tasks = read.tasks.map((task) => withTaskTexts(shown.tasks.get(task.id) ?? task, task));
    expect(new Map(tasks.map((task) => [task.id, task]))).toEqual(new Map(whole.tasks.map((task) => [task.id, task])));
    expect(tasks.some(isBare)).toBe(false);
    const around = new Set(whole.tasks.map((task) => task.task_list_id));
    const lists = read.task_lists.map((list) => withListTexts(shown.lists.get(list.id) ?? list, list));
    expect(lists.filter((list) => around.has(list.id))).toEqual(whole.task_lists.filter((list) => around.has(list.id)));
  }
});

test('the newest run of the project’s command comes with the tree', async () => {
  const { id } = await createProject(user.ctx, { name: 'Verified' });
  const [first, second] = [
    await createTask(user.ctx, { id, title: 'One' }),
    await createTask(user.ctx, { id, title: 'Two' }),
  ];
  const verification = { command: 'npm test', exit_code: 0, seconds: 3, tries: 1, output: '' };
  for (const [task, at] of [
    [first, '2026-03-02T00:00:00Z'],
    [second, '2026-03-01T00:00:00Z'],
  ] as const)
    await services.database.pool.query('update tasks set work = $2, updated_at = $3 where id = $1', [
      task.id,
      JSON.stringify({ commit: null, branch: null, pr: null, diff: null, verification }),
      at,
    ]);
  const { marks } = await getPlanTree(user.ctx, { id });
  expect(marks).toMatchObject([{ task: 0, work: { verification: { seconds: 3 } } }]);
});

test('ten thousand tasks of 560 bytes of text reach the screen as less than 1.5 MB', async () => {
  const { id } = await createProject(user.ctx, { name: 'Large' });
  await createTask(user.ctx, { id, title: 'First' });
  await services.database.pool.query(
    `insert into tasks (id, project_id, task_list_id, number, title, description, order_in_parent, level)
     select gen_random_uuid(), project_id, task_list_id, 1 + n, rpad('Task ' || n || ' ', 60, 'reads the label '),
       rpad('', 500, 'What the label says. '), 1024 * (1 + n), 0
     from tasks, generate_series(1, 9999) n where project_id = $1`,
    [id],
  );
  const { tasks, ...rest } = await getPlanTree(user.ctx, { id });
  expect(tasks.id).toHaveLength(10_000);
  expect(Buffer.byteLength(JSON.stringify({ tasks, ...rest }))).toBeLessThan(1.5e6);
});

test('texts are given of one’s own tasks only, and of those that are there', async () => {
  const { id } = await createProject(user.ctx, { name: 'Mine' });
  const task = await createTask(user.ctx, { id, title: 'One', description: 'Mine' });
  const other = await addUser(services);
  const { id: theirs } = await createProject(other.ctx, { name: 'Theirs' });
  const secret = await createTask(other.ctx, { id: theirs, title: 'Secret' });
  const read = await readTexts(user.ctx, { id, tasks: [task.id, secret.id] });
  expect(read.tasks.map(({ title }) => title)).toEqual(['One']);
  expect(read.task_lists).toHaveLength(1);
  await expect(readTexts(user.ctx, { id: theirs, tasks: [secret.id] })).rejects.toMatchObject({ type: 'NOT_FOUND' });
  await expect(getPlanTree(user.ctx, { id: theirs })).rejects.toMatchObject({ type: 'NOT_FOUND' });
});

test('a row that is read again keeps its texts, and says whose they are where it has changed', async () => {
  const { id } = await createProject(user.ctx, { name: 'Again' });
  const task = await createTask(user.ctx, { id, title: 'One', description: 'Before' });
  const again = async () => {
    const row = unpackTree(await getPlanTree(user.ctx, { id })).tasks.get(task.id);
    if (!row) throw new Error('the task is gone');
    return keepTexts(row, task);
  };
  expect(isBare(await again())).toBe(false);
  expect(await again()).toMatchObject({ description: 'Before' });
  await updateTask(user.ctx, { id: task.id, description: 'After' });
  await services.database.pool.query(`update tasks set updated_at = updated_at + interval '1 second' where id = $1`, [
    task.id,
  ]);
  const changed = await again();
  expect([isBare(changed), hasTexts(changed), changed.description]).toEqual([true, true, 'Before']);
});
