import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LEASE_MINUTES } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Task } from '#contract/task.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { listNotes } from '#server/notes/index.ts';
import { createProject } from '#server/projects/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { addDependency } from '../tree/add-dependency.ts';
import { claimNext, claimTask } from './claim-task.ts';
import { createTask } from '../tree/create-task.ts';
import { deleteTask } from '../tree/delete-task.ts';
import { createTaskList } from '../tree/edit-task-list.ts';
import { finishTask } from './finish-task.ts';
import { getPlan } from '../tree/get-plan.ts';
import { moveTask } from '../tree/move-task.ts';
import { releaseBaton } from './release-baton.ts';
import { updateTask } from '../tree/update-task.ts';

const LEASE_MS = LEASE_MINUTES * 60_000;
let services: TestServices;
let user: TestUser;
let projectId: Id;

beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  user = await addUser(services);
  await generateApiKey(user.ctx);
});
afterAll(() => services.dispose());
beforeEach(async () => {
  projectId = (await createProject(user.ctx, { name: 'Ship' })).id;
});

const RESUMED = 'If that was you before a restart: task_claim T1 with takeover and reason resumed.';

const agent = (name: string): Context => services.contextFor({ kind: 'agent', userId: user.id, projectId, name });
const add = (title: string, parent?: Task) =>
  createTask(user.ctx, { id: projectId, title, ...(parent === undefined ? {} : { parent_task_id: parent.id }) });
const claim = (task: { id: Id }, name: string) => claimTask(agent(name), { id: task.id });
const takeOver = (task: { id: Id }, name: string, reason = 'It is stuck.') =>
  claimTask(agent(name), { id: task.id, takeover: true, reason });
const next = (name = 'claude') => claimNext(agent(name), { id: projectId });
const plan = () => getPlan(user.ctx, { id: projectId });
const giveSlots = (slots: number) =>
  services.database.pool.query('update projects set baton_slots = $2 where id = $1', [projectId, slots]);
async function currentTask(): Promise<Id | null | undefined> {
  const { rows } = await services.database.pool.query<{ id: Id | null }>(
    'select users_api_key.current_task_id as id from users_api_key where user_id = $1',
    [user.id],
  );
  return rows[0]?.id;
}

/** A refused call must leave every row and the feed unchanged. */
async function expectUnchanged(work: () => Promise<unknown>, refusal: object): Promise<void> {
  const before = await plan();
  const notes = await listNotes(user.ctx, { id: projectId });
  await expect(work()).rejects.toMatchObject(refusal);
  expect(await plan()).toEqual(before);
  expect(await listNotes(user.ctx, { id: projectId })).toEqual(notes);
}

describe('a claim', () => {
  test('of a task that waits for others is refused with their numbers', async () => {
    const [a, b, c] = [await add('Keel'), await add('Ribs'), await add('Planks')];
    await addDependency(user.ctx, { id: c.id, depends_on_id: a.id });
    await addDependency(user.ctx, { id: c.id, depends_on_id: b.id });
    const message = 'T3 waits for T1, T2. Take one that is ready.';
    await expectUnchanged(() => claim(c, 'claude'), { type: 'CONFLICT', message });
  });

  test('of what is done, of what has subtasks, and of what is deleted is refused', async () => {
    const [done, parent, gone] = [await add('Done'), await add('Parent'), await add('Gone')];
    await updateTask(user.ctx, { id: done.id, status: 'done' });
    await add('Child', parent);
    await deleteTask(user.ctx, { id: gone.id });
    await expectUnchanged(() => claim(done, 'claude'), {
      type: 'CONFLICT',
      message: expect.stringMatching(/^T1 is done\./),
    });
    await expectUnchanged(() => claim(parent, 'claude'), {
      type: 'CONFLICT',
      message: expect.stringMatching(/^T2 has subtasks/),
    });
    await expectUnchanged(() => claim(gone, 'claude'), { type: 'NOT_FOUND' });
  });

  test('of another user’s task, or by an agent that names another project, finds nothing', async () => {
    const task = await add('Mine');
    const stranger = await addUser(services);
    const other = (await createProject(user.ctx, { name: 'Other' })).id;
    const elsewhere = services.contextFor({ kind: 'agent', userId: user.id, projectId: other, name: 'claude' });
    for (const ctx of [stranger.ctx, elsewhere]) {
      await expectUnchanged(() => claimTask(ctx, { id: task.id }), {
        type: 'NOT_FOUND',
        message: 'The task was not found.',
      });
      await expectUnchanged(() => claimNext(ctx, { id: projectId }), { type: 'NOT_FOUND' });
    }
  });

  test('of twelve at once, by twelve agents or by one, has one winner; the others are told who', async () => {
    for (const name of [(n: number) => `agent-${n}`, () => 'claude']) {
      projectId = (await createProject(user.ctx, { name: 'Race' })).id;
      const task = await add('Wanted');
      const results = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => claim(task, name(n))));
      const won = results.filter((each) => each.status === 'fulfilled');
      const lost = results.filter((each) => each.status === 'rejected');
      expect([won.length, lost.length]).toEqual([1, 11]);
      const holder = won[0]?.value.baton.holder.name;
      for (const { reason } of lost) {
        expect(reason).toMatchObject({ type: 'LOCK_HELD' });
        expect(String(reason.message)).toMatch(
          new RegExp(`^${holder} holds T1 since \\d\\d:\\d\\d UTC, last call just now\\. `),
        );
        expect(String(reason.message)).toMatch(/othing was changed\.$/);
      }
      expect((await plan()).batons).toMatchObject([{ fence: 1, holder: { name: holder } }]);
    }
  });

  test('tells who holds it, and whoever may be the holder after a restart how to go on', async () => {
    const [a, b] = [await add('A'), await add('B')];
    await claim(a, 'claude');
    const since = services.now().toISOString().slice(11, 16);
    await expectUnchanged(() => claim(b, 'codex'), {
      type: 'LOCK_HELD',
      message: `claude holds T1 since ${since} UTC, last call just now. ${RESUMED} Nothing was changed.`,
    });
    for (const task of [a, b])
      await expectUnchanged(() => claim(task, 'claude'), {
        type: 'LOCK_HELD',
        message: `claude holds T1 since ${since} UTC, last call just now. ${RESUMED} If you are another agent: claim with an agent name of your own. Nothing was changed.`,
      });
  });

  test('is held under the name the caller gives, so that agents of one program each have their own', async () => {
    await giveSlots(3);
    const [a, b, c] = [await add('A'), await add('B'), await add('C')];
    const as = (task: Task, name: string) => claimTask(agent('claude'), { id: task.id, agent: name });
    await as(a, 'one');
    await as(b, 'two');
    await expectUnchanged(() => as(c, 'one'), { type: 'LOCK_HELD', message: expect.stringMatching(/^one holds T1/) });
    await claim(c, 'claude');
    expect((await plan()).batons.map(({ holder, slot }) => `${slot} ${holder.kind} ${holder.name}`)).toEqual([
      '1 agent one',
      '2 agent two',
      '3 agent claude',
    ]);
  });

  test('by a person holds it for the person; one who names an agent holds it for that agent', async () => {
    await giveSlots(2);
    const [a, b] = [await add('A'), await add('B')];
    expect((await claimTask(user.ctx, { id: a.id })).baton.holder).toMatchObject({ kind: 'user', id: user.id });
    const { baton } = await claimTask(user.ctx, { id: b.id, agent: 'codex' });
    expect(baton.holder).toEqual({ kind: 'agent', id: user.id, name: 'codex' });
  });

  test('of a blocked task is a decision, and lifts the block', async () => {
    const task = await add('Stuck');
    await updateTask(user.ctx, { id: task.id, blocked_reason: 'No oak' });
    expect((await claim(task, 'claude')).task).toMatchObject({ status: 'wip', blocked_reason: null });
  });

  test('uses every slot once and no more, and a slot that is free again first', async () => {
    await giveSlots(3);
    const all = [await add('A'), await add('B'), await add('C'), await add('D'), await add('E'), await add('F')];
    const results = await Promise.allSettled(all.map((task, n) => claim(task, `agent-${n}`)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const held = (await plan()).batons;
    expect(held.map(({ slot }) => slot)).toEqual([1, 2, 3]);
    expect(new Set(held.map(({ fence }) => fence)).size).toBe(3);
    await releaseBaton(user.ctx, { id: held[1]?.task_id ?? projectId });
    const free = all.find((task) => !held.some(({ task_id }) => task_id === task.id));
    expect((await claim(free ?? all[0]!, 'late')).baton.slot).toBe(2);
  });
});

describe('a takeover', () => {
  test('without a reason is refused before anything is looked at', async () => {
    const task = await add('Held');
    await claim(task, 'claude');
    for (const reason of [{}, { reason: '' }, { reason: '  \n' }])
      await expectUnchanged(() => claimTask(agent('codex'), { id: task.id, takeover: true, ...reason }), {
        type: 'VALIDATION_ERROR',
        detail: { issues: [{ path: 'reason', message: 'is needed to take a baton over' }] },
      });
  });

  test('takes the task from its holder, with a higher number and a handover that says why', async () => {
    const task = await add('Held');
    const { baton: old, token } = await claim(task, 'claude');
    services.clock.advance(60_000);
    const { baton, handover, task: taken } = await takeOver(task, 'codex', 'Claude went quiet.');
    expect(baton).toMatchObject({ fence: old.fence + 1, slot: 1, holder: { name: 'codex' } });
    expect(handover).toEqual({
      holder: 'claude',
      taken_at: old.taken_at,
      last_call_at: old.last_call_at,
      ended_at: services.now().toISOString(),
      reason: 'Claude went quiet.',
    });
    expect(taken.status).toBe('wip');
    const stale = {
      type: 'STALE_LOCK',
      message: 'Baton 1 for T1 is not yours, or no longer: codex holds it now. Nothing was changed.',
    };
    const late = { id: task.id, baton: token, outcome: 'done', summary: 'Late, but done.' } as const;
    await expectUnchanged(() => finishTask(agent('claude'), late), stale);
    expect((await plan()).batons).toEqual([baton]);
  });

  test('of a free task is a plain claim', async () => {
    const task = await add('Free');
    expect(await takeOver(task, 'codex')).toMatchObject({ handover: null, baton: { fence: 1 } });
  });

  test('of another task, when every baton is held, ends the work that is in the way and puts its task back', async () => {
    const [held, wanted] = [await add('Held'), await add('Wanted')];
    await claim(held, 'claude');
    const { baton, handover } = await takeOver(wanted, 'codex');
    expect(handover, 'nobody had this task').toBeNull();
    const { tasks, batons } = await plan();
    expect(batons).toEqual([baton]);
    expect(tasks.map(({ status, agent_lock }) => [status, agent_lock === null])).toEqual([
      ['open', true],
      ['wip', false],
    ]);
  });

  test('does not let an agent hold two: what it has itself, it must end first, and the holder keeps theirs', async () => {
    await giveSlots(2);
    const [a, b] = [await add('A'), await add('B')];
    await claim(a, 'claude');
    await claim(b, 'codex');
    await expectUnchanged(() => takeOver(b, 'claude'), {
      type: 'LOCK_HELD',
      message: expect.stringMatching(/^claude holds T1 since .* Nothing was changed\.$/),
    });
  });

  test('of a task that is done, or of one with subtasks, is refused like any claim', async () => {
    const [done, parent] = [await add('Done'), await add('Parent')];
    await updateTask(user.ctx, { id: done.id, status: 'done' });
    await add('Child', parent);
    await expectUnchanged(() => takeOver(done, 'codex'), { type: 'CONFLICT' });
    await expectUnchanged(() => takeOver(parent, 'codex'), { type: 'CONFLICT' });
  });

  test('by twelve at once leaves one holder, and every number was given once', async () => {
    const task = await add('Held');
    const results = await Promise.all(Array.from({ length: 12 }, (_, n) => takeOver(task, `agent-${n}`)));
    expect(results.map(({ baton }) => baton.fence).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, n) => n + 1),
    );
    expect((await plan()).batons).toMatchObject([{ fence: 12 }]);
  });
});

describe('the next task', () => {
  const titles = async (name = 'claude') => (await next(name))?.task.title ?? null;
  /** Claims and finishes the next task until none is ready. */
  async function workThrough(): Promise<string[]> {
    const done: string[] = [];
    for (;;) {
      const claimed = await next();
      if (claimed === null) return done;
      done.push(claimed.task.title);
      const { task, token } = claimed;
      await finishTask(agent('claude'), { id: task.id, baton: token, outcome: 'done', summary: 'It is done.' });
    }
  }

  test('of an empty plan is none', async () => {
    expect(await next()).toBeNull();
  });

  test('comes in tree order: lists by age, siblings by place, what is below before what follows', async () => {
    const keel = await add('Keel');
    const rig = await add('Rig');
    await add('Bend the ribs', keel);
    const lay = await add('Lay it', keel);
    await add('Measure', lay);
    services.clock.advance(1);
    const later = await createTaskList(user.ctx, { id: projectId, name: 'Later' });
    const paint = await createTask(user.ctx, { id: projectId, title: 'Paint', task_list_id: later.id });
    await moveTask(user.ctx, { id: rig.id, after_task_id: null });
    await createTask(user.ctx, { id: projectId, title: 'Name', task_list_id: later.id, after_task_id: null });
    expect(await workThrough()).toEqual(['Rig', 'Bend the ribs', 'Measure', 'Name', 'Paint']);
    expect((await plan()).tasks.every(({ is_completed }) => is_completed)).toBe(true);
    await updateTask(user.ctx, { id: paint.id, status: 'open' });
    expect(await titles()).toBe('Paint');
  });

  test('waits for what is ahead of it, unless that is done or deleted', async () => {
    const [a, b, c] = [await add('A'), await add('B'), await add('C')];
    await addDependency(user.ctx, { id: a.id, depends_on_id: b.id });
    await addDependency(user.ctx, { id: b.id, depends_on_id: c.id });
    expect(await workThrough()).toEqual(['C', 'B', 'A']);
    const [d, e] = [await add('D'), await add('E')];
    await addDependency(user.ctx, { id: d.id, depends_on_id: e.id });
    await deleteTask(user.ctx, { id: e.id });
    expect(await titles()).toBe('D');
  });

  test('is never one that is blocked, held, done, deleted, or has something below it', async () => {
    await giveSlots(2);
    const [blocked, held, done, gone, parent] = [
      await add('Blocked'),
      await add('Held'),
      await add('Done'),
      await add('Gone'),
      await add('Parent'),
    ];
    const child = await add('Child', parent);
    await updateTask(user.ctx, { id: blocked.id, blocked_reason: 'No oak' });
    await claim(held, 'codex');
    await updateTask(user.ctx, { id: done.id, status: 'done' });
    await deleteTask(user.ctx, { id: gone.id });
    expect(await titles()).toBe('Child');
    await releaseBaton(user.ctx, { id: child.id });
    await updateTask(user.ctx, { id: blocked.id, blocked_reason: null });
    expect(await titles()).toBe('Blocked');
  });

  test('is refused while every baton is held, with who holds what; nothing ready is no refusal', async () => {
    await add('A');
    const claimed = await next('claude');
    await add('B');
    await expectUnchanged(() => next('codex'), {
      type: 'LOCK_HELD',
      message: expect.stringMatching(/^claude holds T1 since/),
    });
    await expectUnchanged(() => next('claude'), {
      type: 'LOCK_HELD',
      message: expect.stringMatching(/^claude holds T1 since/),
    });
    await updateTask(user.ctx, { id: claimed?.task.id ?? projectId, status: 'done' }).catch(() => undefined);
    await deleteTask(user.ctx, { id: (await plan()).tasks.find(({ title }) => title === 'B')?.id ?? projectId });
    expect(await next('codex'), 'what is held is not ready').toBeNull();
  });

  test('goes to twelve who ask at once one by one, each task to one of them', async () => {
    await giveSlots(12);
    for (let n = 0; n < 12; n += 1) await add(`Task ${n}`);
    const claimed = await Promise.all(Array.from({ length: 12 }, (_, n) => next(`agent-${n}`)));
    expect(new Set(claimed.map((each) => each?.task.number)).size).toBe(12);
    expect(await next('late')).toBeNull();
  });

  test('is the one somebody left behind, when their lease has run out and it comes first', async () => {
    const left = await add('Left behind');
    await add('Second');
    await claim(left, 'gone');
    services.clock.advance(LEASE_MS);
    const claimed = await next('claude');
    expect(claimed).toMatchObject({
      task: { title: 'Left behind' },
      handover: { holder: 'gone', reason: 'The lease ran out.' },
    });
  });

  test('is the one somebody left behind even when it is the only one', async () => {
    const left = await add('Only');
    await claim(left, 'gone');
    expect(await next('claude')).toBeNull();
    services.clock.advance(LEASE_MS);
    expect((await next('claude'))?.task.title).toBe('Only');
  });
});

describe('the task the key is at work on', () => {
  beforeEach(async () => {
    user = await addUser(services);
    await generateApiKey(user.ctx);
    projectId = (await createProject(user.ctx, { name: 'Ship' })).id;
  });

  test('is the one taken last, and none when that is handed back, finished, taken away or deleted', async () => {
    await giveSlots(2);
    const [a, b] = [await add('A'), await add('B')];
    expect(await currentTask()).toBeNull();
    await claim(a, 'claude');
    expect(await currentTask()).toBe(a.id);
    const { token } = await claim(b, 'codex');
    expect(await currentTask()).toBe(b.id);
    await finishTask(agent('codex'), { id: b.id, baton: token, outcome: 'done', summary: 'It is done.' });
    expect(await currentTask()).not.toBe(b.id);
    await releaseBaton(user.ctx, { id: a.id });
    expect(await currentTask()).toBeNull();
    await takeOver(a, 'claude');
    expect(await currentTask()).toBe(a.id);
    services.clock.advance(LEASE_MS);
    await deleteTask(user.ctx, { id: a.id });
    expect(await currentTask()).toBeNull();
  });

  test('is not what a person took for themselves, and no other user’s', async () => {
    const task = await add('Mine');
    await claimTask(user.ctx, { id: task.id });
    expect(await currentTask()).toBeNull();
    const stranger = await addUser(services);
    await generateApiKey(stranger.ctx);
    const other = await createProject(stranger.ctx, { name: 'Theirs' });
    const theirs = await createTask(stranger.ctx, { id: other.id, title: 'Theirs' });
    await claimTask(stranger.ctx, { id: theirs.id, agent: 'claude' });
    expect(await currentTask()).toBeNull();
  });
});
