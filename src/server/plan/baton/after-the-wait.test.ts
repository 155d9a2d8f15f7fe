import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { findKeptFaults } from '#test/find-kept-faults.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { createTask } from '../tree/create-task.ts';
import { claimNext, claimTask } from './claim-task.ts';
import { finishTask } from './finish-task.ts';

/**
 * A call that waited for the project's lock decides on the state after the wait, not on the snapshot from before it.
 */

let services: TestServices;
let user: TestUser;
beforeAll(async () => {
  services = await openTestServices({ env: { DATABASE_POOL: '12' } });
  await raiseProjectLimit(services);
  user = await addUser(services, { tier: 'pro' });
});
afterAll(() => services.dispose());

interface Plan {
  projectId: Id;
  held: Id;
  next: Id;
  as: Context;
  token: string;
}

/** One of two slots is held; T2 comes next, then T3. */
async function makePlan(way: { isGeneralPath?: true }): Promise<Plan> {
  const { id: projectId } = await createProject(user.ctx, { name: 'Wait' });
  await services.database.pool.query('update projects set baton_slots = 2 where id = $1', [projectId]);
  const [held, next] = [
    await createTask(user.ctx, { id: projectId, title: 'Held' }),
    await createTask(user.ctx, { id: projectId, title: 'Next' }),
    await createTask(user.ctx, { id: projectId, title: 'Then' }),
  ];
  const agent = (name: string) => ({
    ...services.contextFor({ kind: 'agent', userId: user.id, projectId, name }),
    ...way,
  });
  const { token } = await claimTask(agent('claude'), { id: held.id });
  return { projectId, held: held.id, next: next.id, as: agent('codex'), token };
}

/** Runs work while another transaction holds the lock, applies the changes and commits. */
async function changedMeanwhile<T>(plan: Plan, changes: string[], work: () => Promise<T>): Promise<T> {
  const { pool } = services.database;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select from projects where id = $1 for update', [plan.projectId]);
    const running = work();
    running.catch(() => undefined);
    await vi.waitFor(
      async () => {
        const { rowCount } = await pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rowCount).toBeGreaterThan(0);
      },
      { timeout: 60_000 },
    );
    for (const change of changes)
      await client.query(
        change
          .replaceAll(':project', `'${plan.projectId}'`)
          .replaceAll(':held', `'${plan.held}'`)
          .replaceAll(':next', `'${plan.next}'`),
      );
    await client.query('commit');
    return await running;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const ARCHIVED = `update projects set status = 'archived' where id = :project`;
const BEYOND = 'update projects set read_only_at = now() where id = :project';
const DELETED = 'update projects set deleted_at = now() where id = :project';
const OTHERS = `update projects set user_id = (select id from users where id <> user_id limit 1) where id = :project`;
const TAKEN = [
  'update projects set last_fence = last_fence + 1 where id = :project',
  `update tasks set status = 'wip', agent_lock = now() where id = :next`,
  `insert into batons (project_id, slot, task_id, holder, holder_key, client_key, fence, taken_at, last_call_at, expires_at, beats, token_hash, done_means)
   select project_id, 2, :next, holder, 'other', 'other', fence + 1, taken_at, last_call_at, expires_at, beats, 'x', done_means from batons where task_id = :held`,
];
const BLOCKED = `update tasks set blocked_reason = 'No oak' where id = :next`;
const FORCED = [
  'delete from batons where task_id = :held',
  `update tasks set status = 'open', agent_lock = null where id = :held`,
];
const OVER = `update batons set expires_at = taken_at where task_id = :held`;

const refused = (type: string, code?: string) =>
  expect.objectContaining({ type, ...(code === undefined ? {} : { detail: expect.objectContaining({ code }) }) });

describe.each([
  ['by the database’s functions', {}],
  ['the long way', { isGeneralPath: true as const }],
])('%s', (_way, way) => {
  test.each([
    ['is archived', [ARCHIVED], refused('CONFLICT', 'PROJECT_ARCHIVED')],
    [
      'is beyond the plan',
      [BEYOND],
      expect.objectContaining({ detail: expect.objectContaining({ code: 'PROJECT_READ_ONLY' }) }),
    ],
    ['is deleted', [DELETED], refused('NOT_FOUND')],
    ['is somebody else’s', [OTHERS], refused('NOT_FOUND')],
    ['has no slot left', TAKEN, refused('LOCK_HELD')],
  ])('nothing is claimed of a plan that %s after the wait', async (_what, changes, refusal) => {
    await addUser(services);
    const plan = await makePlan(way);
    const said = await changedMeanwhile(plan, changes, () => claimNext(plan.as, { id: plan.projectId })).catch(
      (error: unknown) => error,
    );
    expect(said).toEqual(refusal);
    const { rows } = await services.database.pool.query(
      `select 1 from batons where project_id = $1 and holder ->> 'name' = 'codex'`,
      [plan.projectId],
    );
    expect(rows).toEqual([]);
  });

  test('the next task is the next one after the wait', async () => {
    const plan = await makePlan(way);
    const claimed = await changedMeanwhile(plan, [BLOCKED], () => claimNext(plan.as, { id: plan.projectId }));
    expect(claimed?.task.title).toBe('Then');
    expect(await findKeptFaults(services.database.pool, plan.projectId)).toEqual([]);
  });

  test.each([
    ['was taken away', FORCED],
    ['ran out', [OVER]],
  ])('nothing is finished with a baton that %s during the wait', async (_what, changes) => {
    const plan = await makePlan(way);
    const { id, token: baton } = { id: plan.held, token: plan.token };
    const finish = () => finishTask(plan.as, { id, baton, outcome: 'done', summary: 'Laid the keel.' });
    const said = await changedMeanwhile(plan, changes, finish).catch((error: unknown) => error);
    expect(said).toEqual(refused('STALE_LOCK'));
    const { rows } = await services.database.pool.query('select status from tasks where id = $1', [id]);
    expect(rows).not.toEqual([{ status: 'done' }]);
  });

  test.each([
    ['archived', ARCHIVED],
    ['beyond the plan', BEYOND],
    ['deleted', DELETED],
    ['somebody else’s', OTHERS],
  ])('nothing is finished in a project that is %s after the wait', async (_what, change) => {
    await addUser(services);
    const plan = await makePlan(way);
    const { id, token: baton } = { id: plan.held, token: plan.token };
    const finish = () => finishTask(plan.as, { id, baton, outcome: 'done', summary: 'Laid the keel.' });
    await expect(changedMeanwhile(plan, [change], finish)).rejects.toHaveProperty('type');
    const { rows } = await services.database.pool.query('select status from tasks where id = $1', [id]);
    expect(rows).toEqual([{ status: 'wip' }]);
  });
});
