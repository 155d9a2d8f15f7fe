import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { newId } from '#server/platform/id.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { soak, soakUpTo } from '#test/soak.ts';
import { createTask } from './create-task.ts';
import { deleteTask } from './delete-task.ts';
import { exportProject } from '../transfer/export-project.ts';
import { importProject } from '../transfer/import-project.ts';
import { restoreCheckpoint } from '../checkpoints/restore-checkpoint.ts';
import { saveCheckpoint } from '../checkpoints/save-checkpoint.ts';

let services: TestServices;
let user: TestUser;

const run = (text: string, values: unknown[] = []) => services.database.pool.query(text, values);
const countEdges = async (projectId: Id) =>
  (await run('select count(*)::int as n from task_dependencies where project_id = $1', [projectId])).rows[0]
    .n as number;

beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  await run('update subscription_tiers set storage_mb = 1000');
  await run('update system_settings set max_tasks_per_project = 10000');
  // Fills and analyses the tables first, as autovacuum does on a running server.
  const [owner, chunks] = [await addUser(services), fileOf(500, (id) => (id > 1 ? [id - 1] : []))];
  await importProject(owner.ctx, { chunks, isJson: false, wishes: { format: 'task-master' } });
  await run('analyze');
});
afterAll(() => services.dispose());
beforeEach(async () => {
  user = await addUser(services);
});

/** A Task Master file in which each task depends on what `waitsFor` returns. */
function fileOf(tasks: number, waitsFor: (id: number) => number[]): Uint8Array[] {
  const all = Array.from({ length: tasks }, (_, at) => ({ id: at + 1, title: 't', dependencies: waitsFor(at + 1) }));
  return [Buffer.from(JSON.stringify({ tasks: all }))];
}

const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, at) => from + at);

describe('a plan comes in, is kept and is brought back within the time of a statement', () => {
  // The limit of dependencies is reached by the second, that of tasks by the third.
  const [half, all, chain, reversed] = [soak(100), soakUpTo(315), soakUpTo(10_000), soak(1_000)];
  test.each([
    [
      'in which a hundred tasks wait for a hundred others',
      2 * half,
      half * half,
      (id: number) => (id > half ? upTo(half) : []),
    ],
    ['in which everything waits for what came before', all, (all * (all - 1)) / 2, (id: number) => upTo(id - 1)],
    ['that is a chain of 10,000', chain, chain - 1, (id: number) => (id > 1 ? [id - 1] : [])],
    ['that is a chain told from its end', reversed, reversed - 1, (id: number) => (id < reversed ? [id + 1] : [])],
  ])('%s', async (_what, tasks, edges, waitsFor) => {
    const chunks = fileOf(tasks, waitsFor);
    const { project } = await importProject(user.ctx, { chunks, isJson: false, wishes: { format: 'task-master' } });
    expect(await countEdges(project.id)).toBe(edges);
    const { id } = await saveCheckpoint(user.ctx, { id: project.id, name: 'Kept' });
    await run('delete from task_dependencies where project_id = $1', [project.id]);
    await restoreCheckpoint(user.ctx, { id });
    expect(await countEdges(project.id)).toBe(edges);

    const document = await exportProject(user.ctx, { id: project.id, format: 'json' });
    const again = await importProject(user.ctx, {
      chunks: [Buffer.from(JSON.stringify(document))],
      isJson: false,
      wishes: {},
    });
    expect(await countEdges(again.project.id)).toBe(edges);
  });
});

test('a plan that goes in beside another keeps its own dependencies', async () => {
  const { id } = await createProject(user.ctx, { name: 'House' });
  await createTask(user.ctx, { id, title: 'First' });
  const chunks = fileOf(30, (at) => upTo(at - 1));
  await importProject(user.ctx, { chunks, isJson: false, wishes: { format: 'task-master', project_id: id } });
  const { rows } = await run(
    `select min(a.number) as lowest, max(a.number) as highest, count(*)::int as n from task_dependencies d
     join tasks a on a.id = d.task_id join tasks b on b.id = d.depends_on_id
     where d.project_id = $1 and b.number < a.number and b.number > 1`,
    [id],
  );
  expect(rows).toEqual([{ lowest: 3, highest: 31, n: 435 }]);
});

test('a document with a cycle or too many dependencies is refused in a few words', async () => {
  const chunks = fileOf(300, (id) => (id > 1 ? [id - 1] : []));
  const { project } = await importProject(user.ctx, { chunks, isJson: false, wishes: { format: 'task-master' } });
  const document = await exportProject(user.ctx, { id: project.id, format: 'json' });
  if (document.format !== 'baton') throw new Error('not JSON');
  const [first, last] = [document.tasks.at(0), document.tasks.at(-1)];
  document.dependencies.push({ task_id: first?.id as Id, depends_on_id: last?.id as Id });
  const take = () =>
    importProject(user.ctx, { chunks: [Buffer.from(JSON.stringify(document))], isJson: false, wishes: {} });
  await expect(take()).rejects.toMatchObject({
    type: 'VALIDATION_ERROR',
    message: 'The document is not a whole Baton export: dependencies form a cycle. Nothing was imported.',
  });
  document.dependencies = Array.from({ length: 50_001 }, () => ({ task_id: newId(), depends_on_id: newId() }));
  await expect(take()).rejects.toThrow('dependencies must have at most 50,000');
});

describe('the database', () => {
  let projectId: Id;
  let ids: Id[];
  beforeEach(async () => {
    ({ id: projectId } = await createProject(user.ctx, { name: 'House' }));
    ids = [];
    for (const title of ['A', 'B', 'C', 'D']) ids.push((await createTask(user.ctx, { id: projectId, title })).id);
  });
  const insert = (pairs: [number, number][]) =>
    run(
      `insert into task_dependencies (project_id, task_id, depends_on_id)
       select $1, x.a, x.b from unnest($2::uuid[], $3::uuid[]) as x (a, b)`,
      [projectId, pairs.map(([a]) => ids[a]), pairs.map(([, b]) => ids[b])],
    );

  test('refuses a cycle among the rows of one statement', async () => {
    await expect(
      insert([
        [0, 1],
        [1, 2],
        [2, 0],
      ]),
    ).rejects.toMatchObject({
      code: '23514',
      constraint: 'task_dependencies_no_cycle',
    });
    expect(await countEdges(projectId)).toBe(0);
    await insert([
      [0, 1],
      [1, 2],
      [0, 2],
      [3, 0],
    ]);
    expect(await countEdges(projectId)).toBe(4);
  });

  test('refuses a cycle that several new rows close with those that are there', async () => {
    await insert([
      [0, 1],
      [2, 3],
    ]);
    await expect(
      insert([
        [1, 2],
        [3, 0],
      ]),
    ).rejects.toThrow('wait for itself');
    await expect(insert([[1, 0]])).rejects.toThrow('wait for itself');
    await insert([
      [1, 2],
      [0, 3],
    ]);
  });

  test('refuses a cycle that a change closes', async () => {
    await insert([
      [0, 1],
      [1, 2],
      [3, 2],
    ]);
    const move = (to: number) =>
      run('update task_dependencies set task_id = $1, depends_on_id = $2 where task_id = $3', [
        ids[2],
        ids[to],
        ids[3],
      ]);
    await expect(move(0)).rejects.toThrow('wait for itself');
    await move(3);
  });

  test('looks through no deleted task', async () => {
    await insert([
      [0, 1],
      [1, 2],
    ]);
    await deleteTask(user.ctx, { id: ids[1] as Id });
    await insert([
      [2, 0],
      [2, 3],
    ]);
    await expect(
      insert([
        [0, 2],
        [0, 3],
      ]),
    ).rejects.toThrow('wait for itself');
  });
});
