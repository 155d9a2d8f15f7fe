import { describe, expect, test } from 'vitest';
import { BEATS, LEASE_MINUTES } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import { listNotes } from '#server/notes/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { breakDownTask } from '../tree/break-down-task.ts';
import { claimTask } from './claim-task.ts';
import { createTask } from '../tree/create-task.ts';
import { deleteTask, undeleteTask } from '../tree/delete-task.ts';
import { getPlan } from '../tree/get-plan.ts';
import { releaseBaton, renewBaton } from './release-baton.ts';
import { countBeat } from '../rules.ts';
import { updateTask } from '../tree/update-task.ts';

const MINUTE_MS = 60_000;
let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const add = (title: string) => createTask(user.ctx, { id: projectId, title });
const claim = (task: { id: Id }, agent: string) => claimTask(user.ctx, { id: task.id, agent });
const plan = () => getPlan(user.ctx, { id: projectId });
const statusOf = async (task: { id: Id }) => (await plan()).tasks.find(({ id }) => id === task.id)?.status;

describe('taking the baton', () => {
  test('makes the task work in progress with a holder behind it', async () => {
    const task = await add('Task');
    const { task: taken, baton } = await claim(task, 'claude-code');
    expect(taken).toMatchObject({ status: 'wip', agent_lock: baton.taken_at });
    expect(baton).toMatchObject({ slot: 1, fence: 1, call_count: 1, holder: { name: 'claude-code', kind: 'agent' } });
    expect(Date.parse(baton.expires_at) - Date.parse(baton.taken_at)).toBe(LEASE_MINUTES * MINUTE_MS);
    expect((await plan()).batons).toEqual([baton]);
    const bodies = (await listNotes(user.ctx, { id: projectId })).map(({ body }) => body);
    expect(bodies).toContain('Task status changed: open → wip');
    expect(bodies).toContain('Task locked by claude-code in Tasks');
  });

  test('of two who ask at the same moment one gets it, and the other is told who', async () => {
    const task = await add('Task');
    const other = await add('Other');
    const asked = Array.from({ length: 12 }, (_, n) =>
      claim(n % 2 === 0 ? task : other, 'claude-1').catch((e: unknown) => e),
    );
    await Promise.all(asked);
    expect((await plan()).batons).toHaveLength(1);

    projectId = (await createProject(user.ctx, { name: 'Again' })).id;
    const wanted = await add('Wanted');
    const results = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => claim(wanted, `agent-${n}`)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') {
        expect(result.reason).toMatchObject({ type: 'LOCK_HELD' });
        expect(String(result.reason)).toMatch(/agent-\d+ holds T1 since \d\d:\d\d UTC/);
      }
  });

  test('of another task is refused while one is held, for the holder and for others', async () => {
    const [first, second] = [await add('First'), await add('Second')];
    await claim(first, 'claude-1');
    await expect(claim(second, 'claude-2')).rejects.toThrow('claude-1 holds T1 since');
    await expect(claim(second, 'claude-1')).rejects.toThrow(
      'If you are another agent: claim with an agent name of your own.',
    );
    expect(await statusOf(second)).toBe('open');
  });

  test('twice under one name is refused with how to go on, tells no token, and renews nothing', async () => {
    const task = await add('Task');
    const { baton, token } = await claim(task, 'claude-1');
    services.clock.advance(MINUTE_MS);
    const again = await claim(task, 'claude-1').catch((error: unknown) => error);
    expect(String(again)).not.toContain(token);
    await expect(claim(task, 'claude-1')).rejects.toMatchObject({
      type: 'LOCK_HELD',
      message: expect.stringMatching(
        /^claude-1 holds T1 since \d\d:\d\d UTC, last call 1 min ago\. If that was you before a restart: task_claim T1 with takeover and reason resumed\./,
      ),
    });
    expect((await plan()).batons).toEqual([baton]);
  });

  test('is refused for a task that is done, or has subtasks', async () => {
    const done = await add('Done');
    await updateTask(user.ctx, { id: done.id, status: 'done' });
    await expect(claim(done, 'claude-1')).rejects.toMatchObject({ type: 'CONFLICT' });
    const parent = await add('Parent');
    await breakDownTask(user.ctx, { id: parent.id, tasks: [{ title: 'Child' }] });
    await expect(claim(parent, 'claude-1')).rejects.toThrow('has subtasks');
  });

  test('works side by side when the project has more batons, one per agent', async () => {
    await services.db.execute(`update projects set baton_slots = 2 where id = '${projectId}'`);
    const [a, b, c] = [await add('A'), await add('B'), await add('C')];
    await claim(a, 'one');
    await expect(claim(b, 'one')).rejects.toThrow('one holds T1 since');
    expect((await claim(b, 'two')).baton.slot).toBe(2);
    await expect(claim(c, 'three')).rejects.toMatchObject({ type: 'LOCK_HELD' });
  });

  test('the database itself refuses a second baton for a slot, a task or a holder, and a slot too many', async () => {
    const [a, b] = [await add('A'), await add('B')];
    await claim(a, 'one');
    const copy = (set: string) =>
      services.database.pool.query(
        `insert into batons (project_id, slot, task_id, holder, holder_key, client_key, fence, taken_at, last_call_at, expires_at, beats)
         select project_id, ${set}, client_key, 9, taken_at, last_call_at, expires_at, beats from batons where task_id = $1`,
        [a.id],
      );
    const another = `holder, holder_key || '2'`;
    await expect(copy(`1, '${b.id}'::uuid, ${another}`)).rejects.toThrow('batons_pkey');
    await expect(copy(`2, '${b.id}'::uuid, ${another}`)).rejects.toThrow('has no baton 2');
    await services.db.execute(`update projects set baton_slots = 3 where id = '${projectId}'`);
    await expect(copy(`2, task_id, ${another}`)).rejects.toThrow('batons_one_per_task');
    await expect(copy(`2, '${b.id}'::uuid, holder, holder_key`)).rejects.toThrow('batons_one_per_holder');
  });
});

describe('the lease', () => {
  test('lets another take over when it runs out, with a higher number; the old one is refused', async () => {
    const task = await add('Task');
    const { baton: old, token } = await claim(task, 'gone');
    await expect(claim(task, 'next')).rejects.toMatchObject({ type: 'LOCK_HELD' });
    services.clock.advance(LEASE_MINUTES * MINUTE_MS + 1);
    const { baton } = await claim(task, 'next');
    expect(baton.fence).toBeGreaterThan(old.fence);
    await expect(renewBaton(user.ctx, { id: task.id, baton: token })).rejects.toMatchObject({ type: 'STALE_LOCK' });
    await expect(releaseBaton(user.ctx, { id: task.id, baton: token })).rejects.toThrow('next holds it now');
    expect(await statusOf(task)).toBe('wip');
  });

  test('that ran out on another task puts that one back to open', async () => {
    const [first, second] = [await add('First'), await add('Second')];
    await claim(first, 'gone');
    services.clock.advance(LEASE_MINUTES * MINUTE_MS + 1);
    await claim(second, 'next');
    expect(await statusOf(first)).toBe('open');
    expect((await plan()).batons.map(({ task_id }) => task_id)).toEqual([second.id]);
  });

  test('is renewed by the holder’s calls, which are counted', async () => {
    const task = await add('Task');
    const { token } = await claim(task, 'claude-1');
    services.clock.advance(29 * MINUTE_MS);
    const renewed = await renewBaton(user.ctx, { id: task.id, baton: token });
    expect(renewed.call_count).toBe(2);
    services.clock.advance(29 * MINUTE_MS);
    await expect(claim(task, 'other')).rejects.toMatchObject({ type: 'LOCK_HELD' });
  });

  test('counts calls per half minute over the last twelve minutes', () => {
    const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1_000);
    let beats = Array.from({ length: BEATS }, () => 0);
    beats = countBeat(beats, at(0), at(1));
    beats = countBeat(beats, at(1), at(29));
    expect(beats.at(-1)).toBe(2);
    beats = countBeat(beats, at(29), at(61));
    expect(beats.slice(-3)).toEqual([2, 0, 1]);
    expect(countBeat(beats, at(61), at(61 + 3_600)).reduce((sum, calls) => sum + calls, 0)).toBe(1);
  });
});

describe('handing back', () => {
  test('happens with the task’s end', async () => {
    const task = await add('Task');
    await updateTask(user.ctx, { id: task.id, status: 'wip' });
    expect((await plan()).batons[0]?.holder.kind).toBe('user');
    await updateTask(user.ctx, { id: task.id, status: 'done' });
    expect((await plan()).batons).toEqual([]);
    expect((await plan()).tasks[0]).toMatchObject({ status: 'done', agent_lock: null, is_completed: true });
  });

  test('by its token leaves the task open', async () => {
    const task = await add('Task');
    const { token } = await claim(task, 'claude-1');
    expect(await releaseBaton(user.ctx, { id: task.id, baton: token })).toMatchObject({
      status: 'open',
      agent_lock: null,
    });
    await expect(releaseBaton(user.ctx, { id: task.id, baton: token })).rejects.toThrow('nobody holds it now');
  });

  test('a person may take it away and say why; an agent may not', async () => {
    const task = await add('Task');
    await claim(task, 'claude-1');
    const agent = services.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'other' });
    await expect(releaseBaton(agent, { id: task.id })).rejects.toMatchObject({ type: 'FORBIDDEN' });
    await expect(updateTask(agent, { id: task.id, status: 'done' })).rejects.toThrow('claude-1 holds T1');
    await releaseBaton(user.ctx, { id: task.id, reason: 'Wrong branch' });
    const bodies = (await listNotes(user.ctx, { id: projectId })).map(({ body }) => body);
    expect(bodies).toContain('Baton taken from claude-1: Wrong branch');
    const { rows } = await services.database.pool.query(
      `select data ->> 'reason' as reason from events where scope = $1 and type = 'baton.released'`,
      [`project:${projectId}`],
    );
    expect(rows).toEqual([{ reason: 'Wrong branch' }]);
  });

  test('what is held is not deleted', async () => {
    const task = await add('Task');
    await claim(task, 'claude-1');
    await expect(deleteTask(user.ctx, { id: task.id })).rejects.toThrow('claude-1 holds T1');
  });

  test('a holder that has not been heard of for a lease stands in nobody’s way', async () => {
    const [first, second] = [await add('First'), await add('Second')];
    await claim(first, 'gone');
    services.clock.advance(LEASE_MINUTES * MINUTE_MS + 1);
    await updateTask(user.ctx, { id: first.id, status: 'done' });
    expect((await plan()).batons).toEqual([]);
    await claim(second, 'gone too');
    services.clock.advance(LEASE_MINUTES * MINUTE_MS + 1);
    await deleteTask(user.ctx, { id: second.id });
    expect((await plan()).batons).toEqual([]);
    expect(await undeleteTask(user.ctx, { id: second.id })).toMatchObject({ status: 'open', agent_lock: null });
  });

  test('a held task that is broken down goes on, and its baton is free when all below it is done', async () => {
    const task = await add('Task');
    await claim(task, 'claude-1');
    const { tasks } = await breakDownTask(user.ctx, { id: task.id, tasks: [{ title: 'Only' }] });
    expect(await statusOf(task)).toBe('wip');
    await updateTask(user.ctx, { id: tasks[0]?.id ?? task.id, status: 'done' });
    expect(await statusOf(task)).toBe('done');
    expect((await plan()).batons).toEqual([]);
  });
});
