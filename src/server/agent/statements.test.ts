import { afterAll, beforeAll, expect, test } from 'vitest';
import { TASKS_PER_CALL_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import { createTask, editPlan } from '#server/plan/index.ts';
import type { EngineContext } from '#server/engine/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { countStatements } from '#test/count-statements.ts';
import { holdTime } from '#test/hold-time.ts';
import { withEngine } from '#test/fake-engine.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { setSettings } from '#test/mcp-call.ts';
import { arrive } from './arrive.ts';
import { runTool, runUsual } from './run-tool.ts';

/**
 * The number of statements per call of an agent is the same for a plan of ten tasks and of five hundred: no N+1
 * queries.
 */

interface Sample {
  ctx: EngineContext;
  projectId: Id;
  baton: string;
}

let services: TestServices;
let user: TestUser;
let small: Sample;
let large: Sample;
beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  await setSettings(services, { maxRequestsPerMinute: 100_000, mcpToolCallsPerHour: 100_000 });
  user = await addUser(services);
  small = await addPlan(10);
  large = await addPlan(500);
});
afterAll(() => services.dispose());

async function addPlan(size: number): Promise<Sample> {
  const { id: projectId } = await createProject(user.ctx, { name: `${size} tasks` });
  await createTask(user.ctx, { id: projectId, title: 'Parent' });
  for (let left = size - 1; left > 0; left -= TASKS_PER_CALL_MAX) {
    const tasks = Array.from({ length: Math.min(left, TASKS_PER_CALL_MAX) }, (_, n) => ({ title: `Task ${left - n}` }));
    await editPlan(user.ctx, projectId, { ops: [{ op: 'split', id: 'T1', tasks }], dryRun: false, baseSeq: undefined });
  }
  const ctx = withEngine(services.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'claude' }));
  return { ctx, projectId, baton: '' };
}

const run = (ctx: EngineContext, projectId: Id, tool: string, args: object) =>
  runTool(ctx, projectId, tool, args, undefined);

/** In the order of an agent's work: each step depends on the one before. */
const CALLS: [string, number, (sample: Sample) => Promise<unknown>][] = [
  [
    'being let in and told of lost batons',
    1,
    async ({ ctx, projectId }) => {
      const { letIn, arrival } = arrive(ctx, await ctx.settings.read(), { projectId, counted: 'call' });
      expect(letIn).toBeUndefined();
      await arrival;
    },
  ],
  [
    'being let in to read, a moment later',
    0,
    async ({ ctx, projectId }) => {
      const { letIn, arrival } = arrive(ctx, await ctx.settings.read(), { projectId, counted: 'call', isLight: true });
      expect([letIn, arrival]).toEqual([undefined, { losses: [], held: undefined }]);
    },
  ],
  ['orient', 1, ({ ctx, projectId }) => run(ctx, projectId, 'orient', {})],
  ['orient with a cursor', 1, ({ ctx, projectId }) => run(ctx, projectId, 'orient', { since: 0 })],
  ['task_get', 1, ({ ctx, projectId }) => run(ctx, projectId, 'task_get', { id: 'T5' })],
  ['plan_read', 1, ({ ctx, projectId }) => run(ctx, projectId, 'plan_read', {})],
  [
    'task_claim of the next task, with its brief',
    1,
    async (sample) => {
      const { data } = await run(sample.ctx, sample.projectId, 'task_claim', {});
      sample.baton = (data as { token: string }).token;
    },
  ],
  ['note', 5, ({ ctx, projectId }) => run(ctx, projectId, 'note', { type: 'finding', body: 'Wet.' })],
  [
    'note on a task',
    5,
    ({ ctx, projectId }) => run(ctx, projectId, 'note', { type: 'finding', body: 'Wet.', task: 'T2' }),
  ],
  [
    'note, which looks its writer up as well',
    1,
    async ({ ctx, projectId }) => {
      const { held } = (await runUsual(ctx, projectId, 'note', { type: 'finding', body: 'Wet.' })) ?? {};
      expect(held?.name).toBe('claude');
    },
  ],
  [
    'plan_edit with one op, which looks its writer up as well',
    1,
    async ({ ctx, projectId }) => {
      const ops = [{ op: 'update', id: 'T4', title: 'Tar' }];
      expect(await runUsual(ctx, projectId, 'plan_edit', { ops })).toBeDefined();
    },
  ],
  [
    'task_finish',
    1,
    ({ ctx, projectId, baton }) =>
      run(ctx, projectId, 'task_finish', {
        id: 'T2',
        baton,
        outcome: 'done',
        summary: 'Laid the keel.',
        files: ['a.ts'],
      }),
  ],
  [
    'task_claim of a task by its number',
    1,
    async (sample) => {
      const { data } = await run(sample.ctx, sample.projectId, 'task_claim', { id: 'T3' });
      sample.baton = (data as { token: string }).token;
    },
  ],
  [
    'task_finish that goes on with the next',
    2,
    ({ ctx, projectId, baton }) =>
      run(ctx, projectId, 'task_finish', {
        id: 'T3',
        baton,
        outcome: 'done',
        summary: 'Laid the keel.',
        claim_next: true,
      }),
  ],
];

async function count({ ctx, projectId }: Sample, work: () => Promise<unknown>): Promise<string[]> {
  // Cached with a TTL and read again now and then: not part of the cost of any one call.
  holdTime();
  // The same for reserved calls and for the cache of idle callers.
  const { letIn, arrival } = arrive(ctx, await services.settings.read(), { projectId, counted: 'call' });
  await letIn;
  await arrival;
  const counting = countStatements(services.database.pool);
  await work();
  return counting.stop();
}

test.each(CALLS)('%s takes %i statements, begin and commit included', async (_what, expected, work) => {
  const few = await count(small, () => work(small));
  const many = await count(large, () => work(large));
  expect(many).toEqual(few);
  expect(few, few.join('\n')).toHaveLength(expected);
});
