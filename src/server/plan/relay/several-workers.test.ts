import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  beatRun as beating,
  claimForRun as claiming,
  finishForRun as finishing,
  retryRunTask as retrying,
  startRun as starting,
} from '#contract/run-work.ts';
import { newId } from '#server/platform/id.ts';
import { createProject, updateProject } from '#server/projects/index.ts';
import { addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { finishTask } from '../baton/finish-task.ts';
import { breakDownTask } from '../tree/break-down-task.ts';
import { createTask } from '../tree/create-task.ts';
import { beatRun } from './beat-run.ts';
import { claimForRun } from './claim-for-run.ts';
import { finishForRun } from './finish-for-run.ts';
import { endLostRuns } from './end-lost-runs.ts';
import { listRuns } from './list-runs.ts';
import { retryRunTask } from './retry-run-task.ts';
import { startRun } from './start-run.ts';

const TASKS = 24;
const WORKERS = ['codex-1', 'codex-2', 'codex-3', 'codex-4'];
let services: TestServices;
let second: TestServices;
beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  second = await openTestServices({ databaseUrl: services.databaseUrl });
});
afterAll(async () => {
  await second.dispose();
  await services.dispose();
});

test('four workers on two servers do every task once, whatever they send twice', async () => {
  const user = await addUser(services, { name: 'Mira' });
  const { id: projectId } = await createProject(user.ctx, { name: 'Ship' });
  await updateProject(user.ctx, { id: projectId, baton_slots: 4 });
  const parent = await createTask(user.ctx, { id: projectId, title: 'Ship' });
  const steps = Array.from({ length: TASKS }, (_, place) => ({ title: `Plank ${place}` }));
  await breakDownTask(user.ctx, { id: parent.id, tasks: steps });
  const runId = newId();
  const begun = starting.body.parse({ run_id: runId, host: 'laptop', clients: ['codex'], parallel: 4 });
  await startRun(user.ctx, { id: projectId, ...begun });

  const twice = <T>(work: () => Promise<T>) => Promise.all([work(), work()]);
  const work = async (worker: string, place: number): Promise<void> => {
    const ctx = (place % 2 === 0 ? services : second).contextFor(user.actor);
    for (;;) {
      const { claimed } = await claimForRun(ctx, { id: runId, ...claiming.body.parse({ worker }) });
      if (claimed === null) return;
      const { task, baton, token } = claimed;
      const of = { worker, task_id: task.id, baton: token, try: 1, tries: 3 };
      const beat = { name: worker, client: 'codex', state: 'working', since: services.now().toISOString() };
      const said = beating.body.parse({ workers: [{ ...beat, number: task.number, fence: baton.fence, moves: 1 }] });
      const agent = { ...ctx, actor: { kind: 'agent' as const, userId: user.id, projectId, name: 'codex' } };
      const finish = { id: task.id, baton: token, outcome: 'done' as const, summary: 'Laid the plank.' };
      await finishTask(agent, finish);
      services.clock.advance(11_000);
      second.clock.advance(11_000);
      await Promise.all([
        twice(() => beatRun(ctx, { id: runId, ...said })),
        twice(() => retryRunTask(ctx, { id: runId, ...retrying.body.parse({ ...of, reason: 'It failed.' }) })),
      ]);
      await finishTask(agent, finish);
      const done = finishing.body.parse({ ...of, try: 2, outcome: 'done', tokens: 10 });
      const [first, again] = await twice(() => finishForRun(ctx, { id: runId, ...done }));
      expect(again).toEqual(first);
    }
  };
  await Promise.all([...WORKERS.map(work), endLostRuns(services.contextFor({ kind: 'system', name: 'test' }))]);

  const [run] = (await listRuns(user.ctx, { id: projectId, limit: 20 })).items;
  expect(run).toMatchObject({ end: null, done: TASKS, failed: 0, given_back: 0, tokens: TASKS * 10 });
  const { rows } = await services.database.pool.query<{ outcome: string; n: number; tasks: number }>(
    `select outcome, count(*)::int as n, count(distinct task_id)::int as tasks from run_results where run_id = $1 group by 1 order by 1`,
    [runId],
  );
  expect(rows).toEqual([
    { outcome: 'done', n: TASKS, tasks: TASKS },
    { outcome: 'tried_again', n: TASKS, tasks: TASKS },
  ]);
});
