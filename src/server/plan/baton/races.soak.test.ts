import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FeedEvent } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import { AppError } from '#server/platform/error.ts';
import type { Context } from '#server/platform/context.ts';
import { readEvents } from '#server/platform/feed.ts';
import { createProject, updateProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { findKeptFaults } from '#test/find-kept-faults.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { importContent } from '#test/import-content.ts';
import { findStrays } from '#test/plan-picture.ts';
import { TASK_MASTER_SAMPLE } from '#test/task-master-sample.ts';
import { applyEvent, replicaOf, rereadPlan, showPlan, showReplica } from '#test/replay-feed.ts';
import { soak } from '#test/soak.ts';
import { restoreCheckpoint } from '../checkpoints/restore-checkpoint.ts';
import { saveCheckpoint } from '../checkpoints/save-checkpoint.ts';
import { addDependency } from '../tree/add-dependency.ts';
import { createTask } from '../tree/create-task.ts';
import { deleteTask } from '../tree/delete-task.ts';
import { editPlan } from '../tree/edit-plan.ts';
import { getPlan } from '../tree/get-plan.ts';
import { moveTask } from '../tree/move-task.ts';
import { updateTask } from '../tree/update-task.ts';
import { claimNext, claimTask } from './claim-task.ts';
import { finishTask } from './finish-task.ts';
import { releaseBaton } from './release-baton.ts';

/** Concurrent claims and finishes by the fast and the general path side by side, with other changes in between. */

const CLAIMERS = 8;
const PARENTS = 20;
const CHILDREN = 10;

let services: TestServices;
let user: TestUser;
beforeAll(async () => {
  services = await openTestServices({ env: { DATABASE_POOL: '12' } });
  await raiseProjectLimit(services);
  user = await addUser(services, { tier: 'pro' });
});
afterAll(() => services.dispose());

const plan = (id: Id) => getPlan(user.ctx, { id });
const eventsOf = (id: Id) => readEvents(services.db, `project:${id}`, 0, 100_000);
const finishing = (id: Id, baton: string) => ({ id, baton, outcome: 'done', summary: 'Laid the keel.' }) as const;

/** A mix of agents with a session, agents known by name, and agents on the general path. */
const claimer = (projectId: Id, n: number): Context => ({
  ...services.contextFor({
    kind: 'agent',
    userId: user.id,
    projectId,
    name: `agent-${n}`,
    ...(n % 2 === 0 ? { session: `window-${n}` } : {}),
  }),
  ...(n % 4 === 3 ? { isGeneralPath: true as const } : {}),
});

/**
 * Twenty tasks with ten subtasks each; two of three subtasks depend on the one at their place below the previous task.
 */
async function makePlan(slots: number): Promise<Id> {
  const { id: projectId } = await createProject(user.ctx, { name: `${slots} at once` });
  await updateProject(user.ctx, { id: projectId, baton_slots: slots });
  for (let n = 1; n <= PARENTS; n += 1) await createTask(user.ctx, { id: projectId, title: `Part ${n}` });
  const ops = Array.from({ length: PARENTS }, (_, n) => ({
    op: 'split' as const,
    id: `T${n + 1}`,
    tasks: Array.from({ length: CHILDREN }, (__, m) => ({ title: `Step ${n + 1}.${m + 1}` })),
  }));
  await editPlan(user.ctx, projectId, { ops, dryRun: false, baseSeq: undefined });
  const { tasks } = await plan(projectId);
  const byTitle = new Map(tasks.map((task) => [task.title, task.id]));
  for (let n = 2; n <= PARENTS; n += 1)
    for (let m = 1; m <= CHILDREN; m += 3) {
      const [id, ahead] = [byTitle.get(`Step ${n}.${m}`), byTitle.get(`Step ${n - 1}.${m}`)];
      if (id !== undefined && ahead !== undefined) await addDependency(user.ctx, { id, depends_on_id: ahead });
    }
  return projectId;
}

/** Agents that find every baton held wait until one is released. */
function createGate() {
  let freed = Promise.withResolvers<void>();
  return {
    wait: () => freed.promise,
    open: () => {
      freed.resolve();
      freed = Promise.withResolvers();
    },
  };
}

/** Invariants of the whole feed: no gaps, never more holders than slots, and dependencies are done first. */
function judgeFeed(events: FeedEvent[], slots: number, ahead: Map<string, string[]>) {
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, place) => place + 1));
  const held = new Map<number, string>();
  const done = new Set<string>();
  const taken: string[] = [];
  const fences: number[] = [];
  for (const { type, data } of events) {
    if (type === 'baton.taken') {
      expect(held.has(data.slot), 'one holder a slot').toBe(false);
      for (const other of ahead.get(data.task_id) ?? []) expect(done.has(other)).toBe(true);
      held.set(data.slot, data.task_id);
      taken.push(data.task_id);
      fences.push(data.fence);
    }
    if (type === 'baton.released') expect(held.delete(data.slot)).toBe(true);
    if (type === 'task.status_changed' && data.new_status === 'done') done.add(data.task_id);
    if (type === 'parent.completed') done.add(data.task_id);
    expect(held.size).toBeLessThanOrEqual(slots);
  }
  expect(held.size).toBe(0);
  return { taken, fences };
}

test.each([1, 3])(
  'eight who take what is next from one plan with %i batons do every task once',
  async (slots) => {
    const projectId = await makePlan(slots);
    const { dependencies } = await plan(projectId);
    const ahead = new Map<string, string[]>();
    for (const { task_id, depends_on_id } of dependencies)
      ahead.set(task_id, [...(ahead.get(task_id) ?? []), depends_on_id]);
    const gate = createGate();
    const got: string[] = [];
    let held = 0;
    const work = async (as: Context) => {
      for (;;) {
        const freed = gate.wait();
        const claimed = await claimNext(as, { id: projectId }).catch((error: unknown) => {
          if (error instanceof AppError && error.type === 'LOCK_HELD') return 'held' as const;
          throw error;
        });
        if (claimed === null && held === 0 && got.length === PARENTS * CHILDREN) return;
        if (claimed === null || claimed === 'held') {
          // A task may become ready only when another is finished.
          if (held > 0) await freed;
          continue;
        }
        held += 1;
        got.push(claimed.task.id);
        await finishTask(as, finishing(claimed.task.id, claimed.token));
        held -= 1;
        gate.open();
      }
    };
    await Promise.all(Array.from({ length: CLAIMERS }, (_, n) => work(claimer(projectId, n))));
    const events = await eventsOf(projectId);
    const { taken, fences } = judgeFeed(events, slots, ahead);
    expect(new Set(got).size).toBe(PARENTS * CHILDREN);
    expect(taken.toSorted()).toEqual(got.toSorted());
    expect(fences).toEqual(fences.map((_, place) => place + 1));
    expect(events.filter(({ type }) => type === 'parent.completed')).toHaveLength(PARENTS);
    const { tasks, batons } = await plan(projectId);
    expect([tasks.every(({ status, is_completed }) => status === 'done' && is_completed), batons]).toEqual([true, []]);
    expect(await findKeptFaults(services.database.pool, projectId)).toEqual([]);
  },
  300_000,
);

/** Errors that a concurrent call may legitimately get. */
const LATE = new Set(['LOCK_HELD', 'CONFLICT', 'NOT_FOUND', 'STALE_LOCK']);
const settle = <T>(work: Promise<T>): Promise<T | undefined> =>
  work.catch((error: unknown) => {
    if (error instanceof AppError && LATE.has(error.type)) return undefined;
    throw error;
  });

describe('against somebody who changes the plan meanwhile', () => {
  const DISTURBANCES: [string, (projectId: Id, round: number) => Promise<unknown>][] = [
    [
      'deletes',
      async (projectId, round) => {
        const { tasks } = await plan(projectId);
        const task = tasks[(round * 7) % tasks.length];
        return task && settle(deleteTask(user.ctx, { id: task.id }));
      },
    ],
    [
      'moves',
      async (projectId, round) => {
        const { tasks } = await plan(projectId);
        const [task, target] = [tasks[(round * 7) % tasks.length], tasks[(round * 11 + 3) % tasks.length]];
        if (task === undefined || target === undefined) return undefined;
        return settle(moveTask(user.ctx, { id: task.id, parent_task_id: target.id }));
      },
    ],
    [
      'takes batons away',
      async (projectId) => {
        const { batons } = await plan(projectId);
        return Promise.all(batons.map(({ task_id }) => settle(releaseBaton(user.ctx, { id: task_id }))));
      },
    ],
    [
      'reopens and renames',
      async (projectId, round) => {
        const { tasks } = await plan(projectId);
        const done = tasks.filter(({ status }) => status === 'done');
        const task = done[round % Math.max(1, done.length)] ?? tasks[0];
        return task && settle(updateTask(user.ctx, { id: task.id, title: `Round ${round}`, status: 'open' }));
      },
    ],
    [
      'restores',
      async (projectId, round) => {
        if (round % 4 !== 0) return undefined;
        const { id } = await saveCheckpoint(user.ctx, { id: projectId, name: `Round ${round}` });
        return settle(restoreCheckpoint(user.ctx, { id }));
      },
    ],
    [
      'imports',
      async (projectId, round) => {
        if (round % 5 !== 0) return undefined;
        return importContent(user.ctx, { content: TASK_MASTER_SAMPLE, project_id: projectId });
      },
    ],
  ];

  test.each(DISTURBANCES)('one who %s: the plan, what is kept beside it and the feed agree', async (_what, disturb) => {
    const projectId = await makePlan(3);
    const replica = replicaOf(await plan(projectId));
    let finished = 0;
    let isOver = false;
    const work = async (as: Context) => {
      while (!isOver) {
        const claimed = await settle(claimNext(as, { id: projectId }));
        if (claimed === null) return;
        if (claimed === undefined) continue;
        if ((await settle(finishTask(as, finishing(claimed.task.id, claimed.token)))) !== undefined) finished += 1;
      }
    };
    const around = async () => {
      for (let round = 1; round <= 20; round += 1) await disturb(projectId, round);
      isOver = true;
    };
    await Promise.all([around(), ...Array.from({ length: 4 }, (_, n) => work(claimer(projectId, n)))]);
    expect(finished).toBeGreaterThan(0);
    const now = await plan(projectId);
    expect(await findKeptFaults(services.database.pool, projectId)).toEqual([]);
    expect(findStrays(now)).toEqual([]);
    const events = (await eventsOf(projectId)).filter(({ seq }) => seq > replica.heard);
    for (const event of events) {
      applyEvent(replica, event);
      if (replica.isStale) rereadPlan(replica, now);
    }
    expect(showReplica(replica)).toEqual(showPlan(now));
    // Every finish that was acknowledged has exactly one event.
    const told = events.filter(({ type, data }) => type === 'baton.released' && data.reason === 'The task is done.');
    expect(told).toHaveLength(finished);
  });
});

describe('one baton', () => {
  const ROUNDS = soak(8);
  async function take(): Promise<{ projectId: Id; id: Id; token: string }> {
    const { id: projectId } = await createProject(user.ctx, { name: 'One' });
    const { id } = await createTask(user.ctx, { id: projectId, title: 'Keel' });
    return { projectId, id, token: (await claimTask(claimer(projectId, 0), { id })).token };
  }

  test('that is finished and taken away at once: one of the two happens, and the other is told so', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { projectId, id, token } = await take();
      const [finish, release] = [
        () => settle(finishTask(claimer(projectId, round), finishing(id, token))),
        () => settle(releaseBaton(user.ctx, { id })),
      ];
      const [done, back] =
        round % 2 === 0
          ? await Promise.all([finish(), release()])
          : (await Promise.all([release(), finish()])).toReversed();
      expect([done, back].filter((each) => each !== undefined)).toHaveLength(1);
      const { tasks, batons } = await plan(projectId);
      expect([tasks[0]?.status, batons]).toEqual([done === undefined ? 'open' : 'done', []]);
      const events = await eventsOf(projectId);
      expect(events.filter(({ type }) => type === 'baton.released')).toHaveLength(1);
      expect(await findKeptFaults(services.database.pool, projectId)).toEqual([]);
      await services.database.pool.query('update projects set deleted_at = now() where id = $1', [projectId]);
    }
  });

  test('that is finished by two at once, who both have its token, is finished once', async () => {
    const { projectId, id, token } = await take();
    const all = await Promise.all(
      Array.from({ length: CLAIMERS }, (_, n) => settle(finishTask(claimer(projectId, n), finishing(id, token)))),
    );
    expect(all.filter((each) => each !== undefined)).toHaveLength(1);
    const events = await eventsOf(projectId);
    expect(events.filter(({ type }) => type === 'note.created')).toHaveLength(1);
  });

  test('of a project that is archived meanwhile is not taken after that', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id: projectId } = await createProject(user.ctx, { name: 'Soon archived' });
      await createTask(user.ctx, { id: projectId, title: 'Keel' });
      const [claimed] = await Promise.all([
        claimNext(claimer(projectId, round), { id: projectId }).catch((error: unknown) => error),
        updateProject(user.ctx, { id: projectId, status: 'archived' }),
      ]);
      const types = (await eventsOf(projectId)).map(({ type }) => type);
      const { batons } = await plan(projectId);
      if (claimed instanceof AppError) {
        expect([claimed.detail.code, types.includes('baton.taken'), batons]).toEqual(['PROJECT_ARCHIVED', false, []]);
      } else {
        expect(types.lastIndexOf('project.updated')).toBeGreaterThan(types.lastIndexOf('baton.taken'));
      }
      await services.database.pool.query('update projects set deleted_at = now() where id = $1', [projectId]);
    }
  });
});
