import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LEASE_MINUTES, REASON_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { FinishOutcome } from '#contract/plan.ts';
import type { Task } from '#contract/task.ts';
import { listNotes } from '#server/notes/index.ts';
import { createProject } from '#server/projects/index.ts';
import type { Context } from '#server/platform/context.ts';
import { readEvents } from '#server/platform/feed.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { breakDownTask } from '../tree/break-down-task.ts';
import { claimNext, claimTask } from './claim-task.ts';
import { createTask } from '../tree/create-task.ts';
import { deleteTask } from '../tree/delete-task.ts';
import { finishTask } from './finish-task.ts';
import type { Finish } from './finish.ts';
import { getPlan } from '../tree/get-plan.ts';
import { releaseBaton } from './release-baton.ts';

const LEASE_MS = LEASE_MINUTES * 60_000;
let services: TestServices;
let user: TestUser;
let projectId: Id;
let claude: Context;

beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  user = await addUser(services);
});
afterAll(() => services.dispose());
beforeEach(async () => {
  projectId = (await createProject(user.ctx, { name: 'Ship' })).id;
  claude = services.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'claude' });
});

/** Three words are the minimum of a summary. */
const LAID = 'Laid the keel.';

const CHECKS = [
  { text: 'It is straight', met: false },
  { text: 'It floats', met: true },
];
const add = (title: string, parent?: Task) =>
  createTask(user.ctx, {
    id: projectId,
    title,
    checks: CHECKS,
    ...(parent === undefined ? {} : { parent_task_id: parent.id }),
  });
const plan = () => getPlan(user.ctx, { id: projectId });
const said = async (task: { id: Id }) =>
  (await listNotes(user.ctx, { id: projectId, task_id: task.id })).filter((note) => !note.is_broadcast).toReversed();

async function claimed(title = 'Keel'): Promise<{ task: Task; fence: number; token: string }> {
  const task = await add(title);
  const { baton, token } = await claimTask(claude, { id: task.id });
  return { task, fence: baton.fence, token };
}
const finish = (
  task: { id: Id },
  baton: string,
  outcome: FinishOutcome,
  more: Partial<Omit<Finish, 'id' | 'baton' | 'outcome'>> = {},
) => finishTask(claude, { id: task.id, baton, outcome, summary: LAID, ...more });

/** A refused call leaves plan, notes and feed unchanged. */
async function expectUnchanged(work: () => Promise<unknown>, refusal: object): Promise<void> {
  const look = async () => ({ plan: await plan(), notes: await listNotes(user.ctx, { id: projectId }) });
  const before = await look();
  await expect(work()).rejects.toMatchObject(refusal);
  expect(await look()).toEqual(before);
}

describe('finishing is refused, and nothing is written,', () => {
  const STALE = 'STALE_LOCK';

  test('with a token that was never given, of another task, or guessed for the right number', async () => {
    await services.database.pool.query('update projects set baton_slots = 2 where id = $1', [projectId]);
    const { task, fence, token } = await claimed();
    const other = await add('Other');
    const { baton, token: others } = await claimTask(user.ctx, { id: other.id, agent: 'codex' });
    const message = `Baton ${baton.fence} for T1 is not yours, or no longer: claude holds it now. Nothing was changed.`;
    await expectUnchanged(() => finish(task, others, 'done'), { type: STALE, message });
    await expectUnchanged(() => finish(task, '99.aaaaaaaa', 'done'), { type: STALE });
    await expectUnchanged(() => finish(task, `${fence}.aaaaaaaa`, 'done'), { type: STALE });
    await expectUnchanged(() => finish(task, `${baton.fence}.${token.split('.')[1]}`, 'done'), { type: STALE });
    await expectUnchanged(() => finish(other, token, 'release'), { type: STALE });
  });

  test('when nobody holds the task', async () => {
    const { task, fence, token } = await claimed();
    await releaseBaton(user.ctx, { id: task.id });
    const message = `Baton ${fence} for T1 is not yours, or no longer: nobody holds it now. Nothing was changed.`;
    await expectUnchanged(() => finish(task, token, 'done', { files: ['keel.ts'] }), { type: STALE, message });
  });

  test('a second time', async () => {
    const { task, token } = await claimed();
    await finish(task, token, 'done');
    for (const outcome of ['done', 'release', 'block', 'skip'] as const)
      await expectUnchanged(() => finish(task, token, outcome), { type: STALE });
  });

  test('when the lease has run out, although nobody took it: the task is claimed again first', async () => {
    const { task, fence, token } = await claimed();
    services.clock.advance(LEASE_MS - 1);
    services.clock.advance(1);
    const at = services.now().toISOString().slice(11, 16);
    const message = `Baton ${fence} for T1 ran out at ${at} UTC. Nothing was changed: claim T1 again, then go on.`;
    await expectUnchanged(() => finish(task, token, 'done'), { type: STALE, message });
    const { token: again } = await claimTask(claude, { id: task.id });
    await expectUnchanged(() => finish(task, token, 'done'), { type: STALE });
    expect((await finish(task, again, 'done')).task.status).toBe('done');
  });

  test('with the token of before the lease ran out and another took it', async () => {
    const { task, token } = await claimed();
    services.clock.advance(LEASE_MS);
    await claimTask(user.ctx, { id: task.id, agent: 'codex' });
    await expectUnchanged(() => finish(task, token, 'done', { evidence: 'Seen' }), {
      type: STALE,
      message: expect.stringContaining('codex holds it now'),
    });
  });

  test('as done or skipped while the task has something below it that is not', async () => {
    const { task, token } = await claimed();
    await breakDownTask(user.ctx, { id: task.id, tasks: [{ title: 'Half' }] });
    for (const outcome of ['done', 'skip'] as const)
      await expectUnchanged(() => finish(task, token, outcome), { type: 'CONFLICT' });
    expect((await finish(task, token, 'release')).task.status).toBe('open');
  });

  test('by another user, and by an agent that names another project', async () => {
    const { task, token } = await claimed();
    const stranger = await addUser(services);
    const other = (await createProject(user.ctx, { name: 'Other' })).id;
    for (const ctx of [stranger.ctx, services.contextFor({ ...claude.actor, projectId: other } as Context['actor'])])
      await expectUnchanged(() => finishTask(ctx, { id: task.id, baton: token, outcome: 'done', summary: LAID }), {
        type: 'NOT_FOUND',
        message: 'The task was not found.',
      });
  });

  test('of a task that is deleted meanwhile', async () => {
    const { task, token } = await claimed();
    services.clock.advance(LEASE_MS);
    await deleteTask(user.ctx, { id: task.id });
    await expectUnchanged(() => finish(task, token, 'done'), { type: 'NOT_FOUND' });
  });

  test('by eleven of twelve who finish at once with the same token', async () => {
    const { task, token } = await claimed();
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => finish(task, token, 'done')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ type: STALE });
    expect(await said(task)).toHaveLength(1);
  });
});

describe('finishing a task', () => {
  test('as done completes it, keeps the summary, and gives the baton back', async () => {
    const { task, token } = await claimed();
    const answer = await finish(task, token, 'done');
    expect(answer).toMatchObject({
      task: { status: 'done', is_completed: true, agent_lock: null, blocked_reason: null, checks: CHECKS },
      parents_completed: [],
      holder: 'claude',
    });
    expect((await plan()).batons).toEqual([]);
    const [note, ...more] = await said(task);
    expect(more).toEqual([]);
    expect(note).toMatchObject({ id: answer.notes[0], type: 'PROGRESS', body: LAID, author: { name: 'claude' } });
  });

  test('with evidence keeps it in the note, and ticks nothing', async () => {
    const { task, token } = await claimed();
    const { task: put } = await finish(task, token, 'release', { evidence: 'Half of it' });
    expect(put.checks).toEqual(CHECKS);
    services.clock.advance(1);
    const { token: again } = await claimTask(claude, { id: task.id });
    const { task: done } = await finish(task, again, 'done', { evidence: ' A plumb line \n' });
    expect(done.checks).toEqual(CHECKS);
    expect((await said(task)).map(({ body }) => body)).toEqual([
      `Put back: ${LAID}\n\nEvidence: Half of it`,
      `${LAID}\n\nEvidence: A plumb line`,
    ]);
  });

  test('with files leaves a list of them', async () => {
    const { task, token } = await claimed();
    const { notes } = await finish(task, token, 'done', { files: ['src/keel.ts', 'docs/keel.md'] });
    expect(new Map((await said(task)).map(({ id, type, body }) => [id, [type, body]]))).toEqual(
      new Map([
        [notes[0], ['PROGRESS', LAID]],
        [notes[1], ['FILE_LIST', '- src/keel.ts\n- docs/keel.md']],
      ]),
    );
  });

  test('by putting it back leaves it open, and the next claim may have it', async () => {
    const { task, token } = await claimed();
    const { task: open } = await finish(task, token, 'release', { summary: 'Too hard today.' });
    expect(open).toMatchObject({ status: 'open', is_completed: false, agent_lock: null, blocked_reason: null });
    expect(await said(task)).toMatchObject([{ type: 'PROGRESS', body: 'Put back: Too hard today.' }]);
    expect((await claimNext(claude, { id: projectId }))?.task.id).toBe(task.id);
  });

  test('as blocked leaves it open with the reason, and the next claim passes over it', async () => {
    const { task, token } = await claimed();
    const other = await add('Other');
    const { task: blocked } = await finish(task, token, 'block', { summary: 'There is no oak.' });
    expect(blocked).toMatchObject({ status: 'open', blocked_reason: 'There is no oak.' });
    expect(await said(task)).toMatchObject([{ type: 'FINDING', body: 'Blocked: There is no oak.' }]);
    const next = await claimNext(claude, { id: projectId });
    expect(next?.task.id).toBe(other.id);
    await finish(other, next?.token ?? '', 'done');
    expect(await claimNext(claude, { id: projectId })).toBeNull();
  });

  test('as blocked with a long summary keeps all of it in the note and as much as fits in the reason', async () => {
    const { task, token } = await claimed();
    const summary = `No oak here ${'x'.repeat(REASON_MAX)}`;
    const { task: blocked } = await finish(task, token, 'block', { summary });
    expect(blocked.blocked_reason).toBe(`${summary.slice(0, REASON_MAX - 1)}…`);
    expect((await said(task))[0]?.body).toBe(`Blocked: ${summary}`);
  });

  test('as not needed completes it without ticking anything', async () => {
    const { task, token } = await claimed();
    const { task: skipped } = await finish(task, token, 'skip', {
      evidence: 'The dock has one',
      summary: 'We have one.',
    });
    expect(skipped).toMatchObject({ status: 'done', is_completed: true, checks: CHECKS });
    expect((await said(task))[0]?.body).toBe('Not needed: We have one.\n\nEvidence: The dock has one');
  });

  test('tells the parents that are complete with it, nearest first, and no others', async () => {
    const root = await add('Ship');
    const hull = await add('Hull', root);
    const deck = await add('Deck', root);
    const [ribs, planks] = [await add('Ribs', hull), await add('Planks', hull)];
    const end = async (task: Task) => {
      const { token } = await claimTask(claude, { id: task.id });
      return (await finish(task, token, 'done')).parents_completed;
    };
    expect(await end(ribs)).toEqual([]);
    expect(await end(planks)).toEqual([{ id: hull.id, number: hull.number, title: 'Hull' }]);
    expect(await end(deck)).toEqual([{ id: root.id, number: root.number, title: 'Ship' }]);
    const { tasks } = await plan();
    expect(tasks.every(({ is_completed, status }) => is_completed && status === 'done')).toBe(true);
  });

  test('that completes a whole chain tells all of it', async () => {
    const root = await add('Ship');
    const hull = await add('Hull', root);
    const ribs = await add('Ribs', hull);
    const { token } = await claimTask(claude, { id: ribs.id });
    const { parents_completed } = await finish(ribs, token, 'done');
    expect(new Set(parents_completed.map(({ title }) => title))).toEqual(new Set(['Hull', 'Ship']));
    expect(parents_completed).toHaveLength(2);
  });

  test('happens in one step of the feed’s story: status, baton, notes, row and parents', async () => {
    const parent = await add('Hull');
    const task = await add('Ribs', parent);
    const { token } = await claimTask(claude, { id: task.id });
    const { seq } = await plan();
    await finish(task, token, 'done', { files: ['ribs.ts'] });
    const told = await readEvents(services.db, `project:${projectId}`, seq, 50);
    expect(told.map(({ type }) => type)).toEqual([
      'baton.released',
      'task.status_changed',
      'note.created',
      'note.created',
      'task.patched',
      'task.patched',
      'parent.completed',
      'parent.status_changed',
    ]);
    expect(new Set(told.map(({ actor }) => actor.name))).toEqual(new Set(['claude']));
  });

  test('that was held under another name is finished by whoever has its token, and says the name', async () => {
    const task = await add('Keel');
    const { token } = await claimTask(claude, { id: task.id, agent: 'claude-2' });
    expect((await finish(task, token, 'done')).holder).toBe('claude-2');
  });
});
