import { afterAll, beforeAll, expect, test } from 'vitest';
import { TASKS_PER_CALL_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import { addNote } from '#server/notes/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { countStatements } from '#test/count-statements.ts';
import { holdTime } from '#test/hold-time.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { breakDownTask } from './tree/break-down-task.ts';
import { claimTask } from './baton/claim-task.ts';
import { createTask } from './tree/create-task.ts';
import { getPlan } from './tree/get-plan.ts';
import { releaseBaton } from './baton/release-baton.ts';
import { searchProject } from './search/search-project.ts';
import { updateTask } from './tree/update-task.ts';

interface Sample {
  projectId: Id;
  /** One of many subtasks of a parent that stays unfinished, with a note on it. */
  leafId: Id;
}

let services: TestServices;
let user: TestUser;
let small: Sample;
let large: Sample;
beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  user = await addUser(services);
  small = await addPlan(10);
  large = await addPlan(500);
});
afterAll(() => services.dispose());

async function addPlan(size: number): Promise<Sample> {
  const { id: projectId } = await createProject(user.ctx, { name: `${size} tasks` });
  const parent = await createTask(user.ctx, { id: projectId, title: 'Parent' });
  let leafId: Id | undefined;
  for (let left = size - 1; left > 0; left -= TASKS_PER_CALL_MAX) {
    const titles = Array.from({ length: Math.min(left, TASKS_PER_CALL_MAX) }, (_, place) => ({
      title: `Sort the parcels ${left - place}`,
    }));
    const { tasks } = await breakDownTask(user.ctx, { id: parent.id, tasks: titles });
    leafId = tasks[0]?.id;
    for (const { id } of tasks)
      await addNote(user.ctx, { id: projectId, type: 'FINDING', body: 'Parcels have weights.', task_id: id });
  }
  if (leafId === undefined) throw new Error('the plan has no leaf');
  return { projectId, leafId };
}

async function count(work: () => Promise<unknown>): Promise<string[]> {
  // Cached with a TTL and read again now and then: not part of the cost of any one call.
  holdTime();
  await services.settings.read();
  const counting = countStatements(services.database.pool);
  await work();
  return counting.stop();
}

/** Statements per operation, begin and commit included. */
const PATHS: [string, number, (sample: Sample) => Promise<unknown>][] = [
  ['reading the plan', 2, ({ projectId }) => getPlan(user.ctx, { id: projectId })],
  ['setting a status', 9, ({ leafId }) => updateTask(user.ctx, { id: leafId, status: 'done' })],
  ['taking a status back', 9, ({ leafId }) => updateTask(user.ctx, { id: leafId, status: 'open' })],
  ['editing a title', 9, ({ leafId }) => updateTask(user.ctx, { id: leafId, title: 'Sort the letters' })],
  ['adding a task', 9, ({ projectId }) => createTask(user.ctx, { id: projectId, title: 'One more' })],
  [
    'adding a note to a task',
    5,
    ({ projectId, leafId }) =>
      addNote(user.ctx, { id: projectId, type: 'PROGRESS', body: 'Half way.', task_id: leafId }),
  ],
  ['searching', 1, ({ projectId }) => searchProject(user.ctx, { id: projectId, q: 'parcels', limit: 20 })],
  ['claiming a task', 1, ({ leafId }) => claimTask(user.ctx, { id: leafId })],
  ['taking a task away from its holder', 10, ({ leafId }) => releaseBaton(user.ctx, { id: leafId })],
];

test.each(PATHS)('%s takes %i statements, in a plan of 10 tasks and of 500', async (_what, expected, work) => {
  const few = await count(() => work(small));
  const many = await count(() => work(large));
  expect(many).toEqual(few);
  expect(few, few.join('\n')).toHaveLength(expected);
});
