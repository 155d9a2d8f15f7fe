import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LEASE_MINUTES } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import { createProject } from '#server/projects/index.ts';
import type { Context } from '#server/platform/context.ts';
import { readEvents } from '#server/platform/feed.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { claimNext, claimTask } from './claim-task.ts';
import { createTask } from '../tree/create-task.ts';
import { finishTask } from './finish-task.ts';
import { getPlan } from '../tree/get-plan.ts';
import { releaseBaton, renewBaton } from './release-baton.ts';
import { renewHeld } from './renew-held.ts';
import { updateTask } from '../tree/update-task.ts';

const MINUTE_MS = 60_000;
const LEASE_MS = LEASE_MINUTES * MINUTE_MS;
let services: TestServices;
let user: TestUser;
let projectId: Id;

beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  user = await addUser(services, { name: 'Mira' });
});
afterAll(() => services.dispose());
beforeEach(async () => {
  projectId = (await createProject(user.ctx, { name: 'Ship' })).id;
});

const agent = (name: string, session?: string): Context =>
  services.contextFor({
    kind: 'agent',
    userId: user.id,
    projectId,
    name,
    ...(session === undefined ? {} : { session }),
  });
const add = (title: string) => createTask(user.ctx, { id: projectId, title });
const claim = (task: { id: Id }, name: string) => claimTask(agent(name), { id: task.id });
const plan = () => getPlan(user.ctx, { id: projectId });
const giveSlots = (slots: number) =>
  services.database.pool.query('update projects set baton_slots = $2 where id = $1', [projectId, slots]);
async function losses() {
  const { rows } = await services.database.pool.query(
    'select holder_key, fence::int, task_number, by, reason from baton_losses where project_id = $1 order by fence',
    [projectId],
  );
  return rows as { holder_key: string; fence: number; task_number: number; by: string; reason: string }[];
}

describe('whoever goes on with a task learns who had it before', () => {
  test('after the lease ran out: from when to when, and that nobody ended it', async () => {
    const task = await add('Keel');
    const { baton, token, handover: none } = await claim(task, 'claude');
    expect(none).toBeNull();
    services.clock.advance(MINUTE_MS);
    const heard = services.now().toISOString();
    await renewBaton(agent('claude'), { id: task.id, baton: token });
    services.clock.advance(LEASE_MS);
    const { handover } = await claim(task, 'codex');
    expect(handover).toEqual({
      holder: 'claude',
      taken_at: baton.taken_at,
      last_call_at: heard,
      ended_at: services.now().toISOString(),
      reason: 'The lease ran out.',
    });
  });

  test('after the lease ran out and somebody took another task first', async () => {
    const [left, other] = [await add('Left'), await add('Other')];
    await claim(left, 'claude');
    services.clock.advance(LEASE_MS);
    const { token, handover: none } = await claim(other, 'codex');
    expect(none).toBeNull();
    await finishTask(agent('codex'), { id: other.id, baton: token, outcome: 'done', summary: 'It is done.' });
    expect((await claim(left, 'codex')).handover).toMatchObject({ holder: 'claude', reason: 'The lease ran out.' });
  });

  test('after a person took the baton away, with the person’s words, or that it was a person', async () => {
    const task = await add('Keel');
    await claim(task, 'claude');
    await releaseBaton(user.ctx, { id: task.id, reason: 'Wrong branch' });
    expect((await claim(task, 'codex')).handover).toMatchObject({ holder: 'claude', reason: 'Wrong branch' });
    await releaseBaton(user.ctx, { id: task.id });
    const { handover } = await claim(task, 'claude');
    expect(handover).toMatchObject({ holder: 'codex', reason: 'A person took the baton away.' });
  });

  test('and no longer when the holder has handed it back, or the task is done', async () => {
    const task = await add('Keel');
    await claim(task, 'claude');
    await releaseBaton(user.ctx, { id: task.id });
    const { token, handover } = await claim(task, 'codex');
    expect(handover?.holder).toBe('claude');
    await releaseBaton(agent('codex'), { id: task.id, baton: token });
    expect((await claim(task, 'claude')).handover, 'it was told, and the work handed back').toBeNull();
    await releaseBaton(user.ctx, { id: task.id });
    await updateTask(user.ctx, { id: task.id, status: 'done' });
    await updateTask(user.ctx, { id: task.id, status: 'open' });
    expect((await claim(task, 'claude')).handover, 'what was done begins anew').toBeNull();
  });
});

describe('what an agent is to be told of a baton it lost', () => {
  test('is kept for each way of losing it, with the number, the task, by whom and why', async () => {
    await giveSlots(2);
    const [a, b, c] = [await add('A'), await add('B'), await add('C')];
    await claim(a, 'claude');
    await releaseBaton(user.ctx, { id: a.id, reason: 'Wrong branch' });
    await claim(b, 'claude');
    await claimTask(agent('codex'), { id: b.id, takeover: true, reason: 'It is mine.' });
    await claim(c, 'claude');
    services.clock.advance(LEASE_MS);
    await claim(a, 'gemini');
    expect(await losses()).toEqual([
      { holder_key: `agent:${user.id}:claude`, fence: 1, task_number: 1, by: 'Mira', reason: 'Wrong branch' },
      { holder_key: `agent:${user.id}:claude`, fence: 2, task_number: 2, by: 'codex', reason: 'It is mine.' },
      { holder_key: `agent:${user.id}:codex`, fence: 3, task_number: 2, by: 'gemini', reason: 'The lease ran out.' },
      { holder_key: `agent:${user.id}:claude`, fence: 4, task_number: 3, by: 'gemini', reason: 'The lease ran out.' },
    ]);
  });

  test('is nothing when it handed the baton back itself, and nothing for a person', async () => {
    const task = await add('Keel');
    const { token } = await claim(task, 'claude');
    await releaseBaton(agent('claude'), { id: task.id, baton: token, reason: 'Enough' });
    await claimTask(user.ctx, { id: task.id });
    await releaseBaton(user.ctx, { id: task.id });
    expect(await losses()).toEqual([]);
  });

  test('is nothing when it took the baton again itself, after its lease ran out or over what it had forgotten', async () => {
    await loseOwn(agent('claude', 'one'));
    expect(await losses()).toEqual([]);
  });

  test('is left for its token alone where it has no session: the name may be of another window too', async () => {
    await loseOwn(agent('claude'));
    expect((await losses()).map(({ holder_key, fence }) => [holder_key, fence])).toEqual([
      ['', 1],
      ['', 2],
      ['', 3],
      ['', 4],
    ]);
  });

  /** Takes over its own expired task, one it had forgotten, another task, and the next one. */
  async function loseOwn(ctx: Context): Promise<void> {
    const [task, other] = [await add('Keel'), await add('Rig')];
    await claimTask(ctx, { id: task.id });
    services.clock.advance(LEASE_MS);
    await claimTask(ctx, { id: task.id });
    await claimTask(ctx, { id: task.id, takeover: true, reason: 'My context was compacted.' });
    services.clock.advance(LEASE_MS);
    await claimTask(ctx, { id: other.id });
    services.clock.advance(LEASE_MS);
    expect((await claimNext(ctx, { id: projectId }))?.baton.fence).toBe(5);
  }

  test('is nothing when the claim that would have ended it is refused', async () => {
    await giveSlots(2);
    const [a, b] = [await add('A'), await add('B')];
    await claim(a, 'claude');
    await claim(b, 'codex');
    await expect(claimTask(agent('codex'), { id: a.id, takeover: true, reason: 'Mine' })).rejects.toMatchObject({
      type: 'LOCK_HELD',
    });
    expect(await losses()).toEqual([]);
    expect((await plan()).batons).toHaveLength(2);
  });
});

describe('a call of the holder', () => {
  /** Long enough that a lease is due for renewal. */
  const AWAY_MS = 7 * MINUTE_MS;
  const heard = async (name: string, calls = 1) => renewHeld(agent(name), projectId, calls);
  const expiry = async () => (await plan()).batons.map(({ expires_at }) => Date.parse(expires_at));

  test('renews its lease, is counted, and is told', async () => {
    const task = await add('Keel');
    await claim(task, 'claude');
    const { seq } = await plan();
    services.clock.advance(29 * MINUTE_MS);
    await heard('claude', 3);
    expect(await expiry()).toEqual([services.now().getTime() + LEASE_MS]);
    expect((await plan()).batons).toMatchObject([{ call_count: 4, last_call_at: services.now().toISOString() }]);
    const told = await readEvents(services.db, `project:${projectId}`, seq, 10);
    expect(told.map(({ type }) => type)).toEqual(['baton.renewed']);
    services.clock.advance(29 * MINUTE_MS);
    await expect(claim(task, 'codex')).rejects.toMatchObject({ type: 'LOCK_HELD' });
  });

  test('is counted and told, but renews nothing while most of the lease is left, and holds up nobody', async () => {
    await claim(await add('Keel'), 'claude');
    const { seq } = await plan();
    const before = await expiry();
    services.clock.advance(6 * MINUTE_MS);
    const holding = await services.database.pool.connect();
    await holding.query('begin');
    await holding.query('select from projects where id = $1 for no key update', [projectId]);
    await heard('claude', 2);
    await holding.query('rollback');
    holding.release();
    expect(await expiry()).toEqual(before);
    const { batons } = await plan();
    expect(batons).toMatchObject([{ call_count: 3, last_call_at: services.now().toISOString() }]);
    expect(batons[0]?.beats.at(-1)).toBe(2);
    const told = await readEvents(services.db, `project:${projectId}`, seq, 10);
    expect(told).toMatchObject([{ type: 'baton.renewed', data: batons[0] }]);
    services.clock.advance(1);
    await heard('claude');
    expect(await expiry(), 'now less than four fifths are left').toEqual([services.now().getTime() + LEASE_MS]);
  });

  test('that comes as the baton is handed back tells of nothing that is gone', async () => {
    const task = await add('Keel');
    const { token } = await claim(task, 'claude');
    const { seq } = await plan();
    for (let round = 0; round < 20; round += 1) {
      const taken = round === 0 ? token : (await claim(task, 'claude')).token;
      await Promise.all([heard('claude'), releaseBaton(agent('claude'), { id: task.id, baton: taken })]);
    }
    const told = await readEvents(services.db, `project:${projectId}`, seq, 1_000);
    let held = true;
    for (const { type } of told) {
      if (type === 'baton.renewed') expect(held).toBe(true);
      if (type === 'baton.taken' || type === 'baton.released') held = type === 'baton.taken';
    }
    expect(held).toBe(false);
  });

  test('brings nothing back that has run out', async () => {
    const { token } = await claim(await add('Keel'), 'claude');
    const before = await plan();
    services.clock.advance(LEASE_MS);
    await heard('claude');
    expect(await plan()).toMatchObject({ seq: before.seq, batons: before.batons });
    const task = before.tasks[0];
    const renewing = renewBaton(agent('claude'), { id: task?.id ?? projectId, baton: token });
    await expect(renewing).rejects.toMatchObject({
      type: 'STALE_LOCK',
      message: expect.stringContaining('ran out at'),
    });
  });

  test('of somebody else, of a person, or of one who holds nothing renews nothing', async () => {
    await claim(await add('Keel'), 'claude');
    const before = await expiry();
    services.clock.advance(AWAY_MS);
    await heard('codex');
    await renewHeld(user.ctx, projectId, 1);
    expect(await expiry()).toEqual(before);
    const stranger = await addUser(services);
    await expect(renewHeld(stranger.ctx, projectId, 1)).rejects.toMatchObject({ type: 'NOT_FOUND' });
  });

  test('of a program renews the one baton it holds under another name, but not one of several', async () => {
    await giveSlots(3);
    const [a, b, c] = [await add('A'), await add('B'), await add('C')];
    const as = (task: { id: Id }, name: string) => claimTask(agent('claude'), { id: task.id, agent: name });
    await as(a, 'one');
    services.clock.advance(AWAY_MS);
    await heard('claude');
    const renewed = services.now().getTime() + LEASE_MS;
    expect(await expiry()).toEqual([renewed]);
    services.clock.advance(AWAY_MS);
    await as(b, 'two');
    services.clock.advance(AWAY_MS);
    await heard('claude');
    expect(await expiry(), 'it cannot be told which of the two called').toEqual([renewed, renewed + AWAY_MS]);
    await claim(c, 'claude');
    services.clock.advance(AWAY_MS);
    await heard('claude');
    expect((await expiry())[2], 'its own name is its own').toBe(services.now().getTime() + LEASE_MS);
    await heard('two');
    expect((await expiry())[1]).toBe(services.now().getTime() + LEASE_MS);
  });
});
