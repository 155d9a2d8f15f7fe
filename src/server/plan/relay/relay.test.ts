import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { ClaimedForRun, Obeyed, RunTaskState } from '#contract/run-work.ts';
import type { Run, RunRequest, RunResult } from '#contract/run.ts';
import type { Task } from '#contract/task.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { listNotes } from '#server/notes/index.ts';
import { newId } from '#server/platform/id.ts';
import { createProject, updateProject } from '#server/projects/index.ts';
import { addAgentProject } from '#test/add-agent-project.ts';
import { type TestUser, raiseProjectLimit, addUser } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { askRun } from './ask-run.ts';
import { getRunView } from './get-run-view.ts';
import { releaseBaton } from '../baton/release-baton.ts';
import { addDependency } from '../tree/add-dependency.ts';
import { createTask } from '../tree/create-task.ts';
import { selectTasks } from '../queries.ts';
import { tasks } from '#server/platform/db/tables/index.ts';
import { eq } from 'drizzle-orm';

const WORKER = 'claude-code-1';
const SEEN = 'Laid the keel.';
let server: TestServer;
let user: TestUser;
let apiKey: string;
let projectId: Id;
let runId: Id;

beforeAll(async () => {
  server = await startTestServer();
  await raiseProjectLimit(server);
});
afterAll(() => server.dispose());
beforeEach(async () => {
  ({ user, apiKey, projectId } = await addAgentProject(server));
  runId = newId();
});

interface Answer<T> {
  status: number;
  data: T;
  error: string;
}

async function post<T>(url: string, payload: object, key = apiKey): Promise<Answer<T>> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await server.http.inject({ method: 'POST', url, headers, payload });
  const body = answer.json<{ data: T; errorType?: string; error?: string }>();
  return { status: answer.statusCode, data: body.data, error: `${body.errorType ?? ''} ${body.error ?? ''}`.trim() };
}

const BEGUN = { host: 'laptop', clients: ['claude-code'], parallel: 2 };
const start = (fields: object = {}) =>
  post<Run>(`/api/projects/${projectId}/runs`, { run_id: runId, ...BEGUN, ...fields });
const toRun = <T>(verb: string, fields: object) => post<T>(`/api/runs/${runId}/${verb}`, fields);
interface Claimed {
  claimed: ClaimedForRun | null;
  waiting: string;
  is_over: boolean;
}
const ask = (request: RunRequest) => askRun(user.ctx, { id: runId, request });
const claim = (fields: object = {}) => toRun<Claimed>('claim', { worker: WORKER, ...fields });
const add = (title: string, fields: object = {}) => createTask(user.ctx, { id: projectId, title, ...fields });
const setProject = (fields: object) => updateProject(user.ctx, { id: projectId, ...fields });

interface Held {
  worker: string;
  task_id: Id;
  baton: string;
}
async function held(worker = WORKER): Promise<Held> {
  const { data } = await claim({ worker });
  if (data.claimed === null) throw new Error(data.waiting);
  return { worker, task_id: data.claimed.task.id, baton: data.claimed.token };
}
const look = (of: Held) => toRun<RunTaskState>('look', of);
const agent = (of: Held, fields: object) =>
  post<{ text: string; data: unknown }>(`/api/projects/${projectId}/tools/task_finish`, {
    id: of.task_id,
    baton: of.baton,
    ...fields,
  });
const deliver = (of: Held, fields: object = {}) => agent(of, { outcome: 'done', summary: SEEN, ...fields });
const TRY = { try: 1, tries: 3 };
const finish = (of: Held, outcome: string, fields: object = {}) =>
  toRun<RunResult>('finish', { ...of, ...TRY, outcome, ...fields });
async function taskOf({ task_id }: Held): Promise<Task> {
  const [task] = await selectTasks(server.db, eq(tasks.id, task_id));
  if (task === undefined) throw new Error('the task is gone');
  return task;
}
const notesOf = async ({ task_id }: Held) =>
  (await listNotes(user.ctx, { id: projectId, task_id })).filter(({ is_broadcast }) => !is_broadcast);
async function runNow(): Promise<Run> {
  const answer = await server.http.inject({
    url: `/api/projects/${projectId}/runs`,
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const run = answer.json<{ data: { items: Run[] } }>().data.items.find(({ id }) => id === runId);
  if (run === undefined) throw new Error('no such run');
  return run;
}
const beat = (workers: object[]) =>
  toRun<Obeyed>('beat', {
    workers: workers.map((fields) => ({
      name: WORKER,
      client: 'claude-code',
      state: 'working',
      since: server.now().toISOString(),
      ...fields,
    })),
  });
const fenceOf = ({ baton }: Held) => Number(baton.split('.')[0]);

describe('a run', () => {
  test('begins once, and names no agent as another run does that is at work', async () => {
    const first = await start();
    expect([first.status, first.data.first_worker]).toEqual([201, 1]);
    expect((await start({ host: 'another' })).data).toEqual(first.data);
    const beside = await post<Run>(`/api/projects/${projectId}/runs`, { run_id: newId(), ...BEGUN });
    expect(beside.data.first_worker).toBe(3);
    await toRun('end', { end: 'stopped' });
    const third = await post<Run>(`/api/projects/${projectId}/runs`, { run_id: newId(), ...BEGUN, parallel: 1 });
    expect(third.data.first_worker).toBe(1);
    expect((await start()).error).toMatch(/^CONFLICT This run has ended/);
  });

  test('of somebody else is not found by any call', async () => {
    await add('Keel');
    await start();
    const of = await held();
    const other = await addUser(server);
    const { apiKey: foreign } = await generateApiKey(other.ctx);
    const calls = {
      beat: { workers: [] },
      claim: { worker: WORKER },
      look: of,
      retry: { ...of, ...TRY, reason: 'It failed.' },
      finish: { ...of, ...TRY, outcome: 'released' },
      end: { end: 'stopped' },
      ask: { request: 'pause' },
    };
    for (const [verb, fields] of Object.entries(calls)) {
      const there = await post(`/api/runs/${runId}/${verb}`, fields, foreign);
      const missing = await post(`/api/runs/${newId()}/${verb}`, fields, foreign);
      expect([verb, there.status, there.error]).toEqual([verb, 404, missing.error]);
    }
  });

  test('takes the id of a run in another project for taken', async () => {
    await start();
    const { id } = await createProject(user.ctx, { name: 'Other' });
    const answer = await post(`/api/projects/${id}/runs`, { run_id: runId, ...BEGUN });
    expect([answer.status, answer.error]).toEqual([409, 'CONFLICT This id of a run is not free. Make another.']);
  });
});

describe('a claim', () => {
  test('answers the brief without the baton, and again with a new token to the worker that holds it', async () => {
    await add('Keel', { description: 'Straight.' });
    await start();
    const { data } = await claim();
    expect(data.claimed?.baton.holder).toEqual({ kind: 'agent', id: user.id, name: WORKER });
    expect(data.claimed?.brief).toMatch(/^T1 Keel/);
    expect(data.claimed?.brief).not.toContain(data.claimed?.token);
    const again = await claim({ only: 'No such list' });
    expect(again.data.claimed).toMatchObject({ is_repeat: true, task: { number: 1 } });
    expect(again.data.claimed?.token).not.toBe(data.claimed?.token);
    expect(again.data.claimed?.brief).toBe(data.claimed?.brief.replace('[open', '[wip'));
  });

  test('keeps to a list or a task, and says what is not there', async () => {
    await add('Keel');
    const rig = await add('Rig');
    await createTask(user.ctx, { id: projectId, title: 'Mast', parent_task_id: rig.id });
    await start();
    expect((await claim({ only: 'Sails' })).error).toMatch(/^VALIDATION_ERROR .*called "Sails"/);
    expect((await claim({ only: 't2' })).data.claimed?.task.title).toBe('Mast');
    await setProject({ baton_slots: 3 });
    expect((await claim({ worker: 'claude-code-2', only: 'tasks' })).data.claimed?.task.title).toBe('Keel');
    const over = await claim({ worker: 'claude-code-3', only: 'T2' });
    expect(over.data).toEqual({ claimed: null, waiting: 'nothing ready in T2', is_over: false });
  });

  test('and what comes next can be read of the same list or task, before anything is begun', async () => {
    await add('Keel');
    const rig = await add('Rig');
    await createTask(user.ctx, { id: projectId, title: 'Mast', parent_task_id: rig.id });
    const next = async (only?: string) => {
      const { queue, ready } = await getRunView(user.ctx, { id: projectId, ...(only !== undefined && { only }) });
      return [ready, ...queue.map(({ title }) => title)];
    };
    expect(await next()).toEqual([2, 'Keel', 'Mast']);
    expect(await next('T2')).toEqual([1, 'Mast']);
    expect(await next('TASKS')).toEqual([2, 'Keel', 'Mast']);
    await expect(next('Sails')).rejects.toMatchObject({ type: 'VALIDATION_ERROR' });
  });

  test('says what it waits for, that every baton is held, and when the run is over', async () => {
    const keel = await add('Keel');
    const rig = await add('Rig');
    await addDependency(user.ctx, { id: rig.id, depends_on_id: keel.id });
    await start();
    const of = await held();
    const waits = await claim({ worker: 'claude-code-2' });
    expect(waits.data).toEqual({ claimed: null, waiting: 'nothing ready: T2 waits for T1', is_over: false });
    await add('Hull');
    expect((await claim({ worker: 'claude-code-2' })).data.waiting).toBe('the baton is held');
    await deliver(of);
    await finish(of, 'done');
    await finish(await held(), 'failed');
    await finish(await held(), 'failed');
    const { data } = await claim();
    expect(data).toEqual({ claimed: null, waiting: 'nothing ready: 2 need a person', is_over: true });
  });

  test('takes nothing while the run is paused or stopped', async () => {
    await add('Keel');
    await start();
    await ask('pause');
    expect((await claim()).data).toEqual({ claimed: null, waiting: 'paused by Mira', is_over: false });
    await ask('resume');
    await ask('finish');
    expect((await claim()).data.waiting).toBe('stopped by Mira');
    await toRun('end', { end: 'stopped' });
    expect((await claim()).error).toMatch(/^CONFLICT/);
    await expect(ask('pause')).rejects.toMatchObject({ type: 'CONFLICT' });
  });
});

describe('the work of an agent of a run', () => {
  test('is delivered by its finish, and done with what the runner saw', async () => {
    await add('Keel', { checks: [{ text: 'It floats', met: false }] });
    await setProject({ done_means: 'verified', verify_command: 'npm test' });
    await start();
    const of = await held();
    expect((await finish(of, 'done')).error).toMatch(/^CONFLICT T1 was not delivered/);
    expect((await deliver(of)).error).toMatch(/^CONFLICT T1 is not done: 1 of 1 checks/);
    const checks = [{ n: 1, seen: 'It swam.' }];
    const said = await deliver(of, { checks, files: ['keel.ts'], claim_next: true });
    expect(said.data.text).toBe(
      'T1 is delivered: the run verifies it now. Stop here.\nThe run gives you your next task.',
    );
    expect(await taskOf(of)).toMatchObject({ status: 'wip', checks: [{ met: false }] });
    expect((await look(of)).data).toMatchObject({ state: 'delivered', summary: SEEN });
    await deliver(of, { checks, files: ['keel.ts'], summary: 'Laid another keel.' });

    expect((await finish(of, 'done')).error).toMatch(/^CONFLICT In this project done means verified/);
    const work = {
      commit: 'abc1234',
      branch: 'baton/T1-keel',
      diff: { files: 1, insertions: 12, deletions: 3 },
      verification: { command: 'npm test', exit_code: 0, seconds: 2 },
      merged_into: 'main',
      tokens: 900,
      seconds: 60,
    };
    const done = await finish(of, 'done', work);
    expect(done.data).toMatchObject({ outcome: 'done', worker: WORKER, is_verified: true, merged_into: 'main' });
    expect((await finish(of, 'done', work)).data).toEqual(done.data);
    const task = await taskOf(of);
    expect(task).toMatchObject({ status: 'done', checks: [{ met: true, seen: 'It swam.' }] });
    expect(task.work).toMatchObject({ commit: 'abc1234', verification: { exit_code: 0 } });
    const notes = await notesOf(of);
    expect(notes.map(({ body }) => body).toSorted()).toEqual(['- keel.ts', 'Laid another keel.']);
    expect(new Set(notes.map(({ author }) => author.name))).toEqual(new Set([WORKER]));
    expect(await runNow()).toMatchObject({ done: 1, insertions: 12, deletions: 3, tokens: 900, cost_usd: null });
    expect((await look(of)).data.state).toBe('done');
  });

  test('is done by no other call of its agent than its finish', async () => {
    await add('Keel');
    await start();
    const of = await held();
    const edit = (how: object) =>
      post<Task>(`/api/projects/${projectId}/tools/plan_edit`, {
        ops: [{ op: 'update', id: 'T1', ...how }],
        baton: of.baton,
      });
    const headers = { authorization: `Bearer ${apiKey}` };
    const payload = { status: 'done', baton: of.baton };
    const patched = await server.http.inject({ method: 'PATCH', url: `/api/tasks/${of.task_id}`, headers, payload });
    expect(patched.json()).toMatchObject({ errorType: 'CONFLICT' });
    await edit({ status: 'done' });
    await post(`/api/projects/${projectId}/tools/update_task`, { id: of.task_id, status: 'done', baton: of.baton });
    expect(await taskOf(of)).toMatchObject({ status: 'wip' });
    expect((await look(of)).data.state).toBe('held');
  });

  test('that was split is not delivered: its status follows that of its subtasks', async () => {
    const { id } = await add('Keel');
    await start();
    const of = await held();
    await add('Scarf joint', { parent_task_id: id });
    expect((await deliver(of)).error).toMatch(/^CONFLICT T1 has subtasks/);
    expect((await look(of)).data.state).toBe('held');
  });

  test('is tried again with what went wrong as a finding, once for each try', async () => {
    await add('Keel');
    await start();
    const of = await held();
    await deliver(of);
    const tried = { ...of, ...TRY, reason: 'npm test failed', finding: 'expected 1 to be 2', tokens: 10 };
    const first = await toRun<RunResult>('retry', tried);
    expect(first.data).toMatchObject({ outcome: 'tried_again', try: 1, tries: 3 });
    expect((await toRun<RunResult>('retry', tried)).data).toEqual(first.data);
    expect((await notesOf(of)).map(({ type, body }) => [type, body])).toEqual([
      ['FINDING', 'npm test failed\n\nexpected 1 to be 2'],
    ]);
    expect((await look(of)).data.state).toBe('held');
    const failed = await finish(of, 'failed', { try: 2, reason: 'Exit code 1', branch: 'baton/T1-keel', tokens: 5 });
    expect(failed.data).toMatchObject({ outcome: 'failed', try: 2, branch: 'baton/T1-keel' });
    const task = await taskOf(of);
    expect(task).toMatchObject({ status: 'open', blocked_reason: 'Exit code 1', work: { branch: 'baton/T1-keel' } });
    expect(await runNow()).toMatchObject({ done: 0, failed: 1, tokens: 15 });
    const late = { ...tried, try: 3 };
    expect((await toRun('retry', late)).error).toMatch(/^STALE_LOCK/);
  });

  test('ends by its own call, which the runner is told when it looks', async () => {
    await add('Keel');
    await add('Rig');
    await start();
    const of = await held();
    await beat([{ task_id: of.task_id, number: 1, fence: fenceOf(of), try: 2, tries: 5 }]);
    server.clock.advance(60_000);
    const said = await agent(of, { outcome: 'skip', summary: 'It is there already.', claim_next: true });
    expect(said.data.text).toBe('T1 was skipped.\nThe run gives you your next task.');
    expect((await look(of)).data).toMatchObject({ state: 'skipped', reason: 'It is there already.' });
    expect((await beat([{ number: 1, fence: fenceOf(of) }])).data.lost).toEqual([]);
    expect((await finish(of, 'done')).error).toMatch(/^STALE_LOCK T1 has ended already: skipped/);
    // What the runner gives back adds what it used, once.
    const told = await finish(of, 'released', { tokens: 70 });
    expect(told.data).toMatchObject({ outcome: 'skipped', tokens: 70, seconds: 60, try: 2, tries: 5 });
    await finish(of, 'released', { tokens: 70 });
    expect(await runNow()).toMatchObject({ skipped: 1, given_back: 0, tokens: 70 });
  });

  test('put back has a handover for the next holder', async () => {
    await add('Keel');
    await start();
    const of = await held();
    await finish(of, 'released', { reason: 'It stopped in the middle.' });
    expect((await finish(of, 'released')).data.outcome).toBe('released');
    const { data } = await claim();
    expect(data.claimed?.handover).toMatchObject({ holder: WORKER, reason: 'It stopped in the middle.' });
  });

  test('is lost when a person takes the baton away, and the beat says why', async () => {
    await add('Keel');
    await start();
    const of = await held();
    await deliver(of);
    await releaseBaton(user.ctx, { id: of.task_id, reason: 'Not now.' });
    expect((await beat([{ number: 1, fence: fenceOf(of) }])).data.lost).toEqual([{ number: 1, reason: 'Not now.' }]);
    expect((await look(of)).data).toMatchObject({ state: 'lost', reason: 'Not now.' });
    expect((await finish(of, 'done')).error).toMatch(/^STALE_LOCK/);
    expect(await runNow()).toMatchObject({ given_back: 1 });
  });

  test('is refused with a stale baton, whoever holds the task now', async () => {
    await add('Keel');
    await start();
    const of = await held();
    const { data } = await claim();
    expect((await finish(of, 'released')).error).toMatch(/^STALE_LOCK/);
    expect((await look(of)).data.state).toBe('lost');
    expect((await look({ ...of, baton: data.claimed?.token ?? '' })).data.state).toBe('held');
  });
});

describe('a beat', () => {
  test('renews leases that are no longer fresh, and those only', async () => {
    await add('Keel');
    await start();
    const of = await held();
    const before = (await look(of)).data.expires_at;
    server.clock.advance(60_000);
    await beat([{ number: 1, fence: fenceOf(of) }]);
    expect((await look(of)).data.expires_at).toBe(before);
    server.clock.advance(10 * 60_000);
    await beat([{ number: 1, fence: fenceOf(of) }]);
    const after = (await look(of)).data.expires_at;
    expect(Date.parse(after ?? '')).toBe(server.now().getTime() + 30 * 60_000);
  });

  test('does not renew a lease that is over: the baton is lost', async () => {
    await add('Keel');
    await start();
    const of = await held();
    server.clock.advance(31 * 60_000);
    const { data } = await beat([{ number: 1, fence: fenceOf(of) }]);
    expect(data.lost).toEqual([{ number: 1, reason: 'The lease ran out.' }]);
    expect((await look(of)).data.state).toBe('lost');
  });

  test('answers what a person asked for', async () => {
    await start();
    expect((await beat([])).data).toEqual({ is_paused: false, stop: null, is_ready: false, lost: [] });
    await ask('pause');
    expect((await beat([])).data.is_paused).toBe(true);
    await ask('stop');
    expect((await beat([])).data.stop).toBe('stop');
  });
});

describe('a request', () => {
  test('is of a person or the key of the account, not of an app that signed in', async () => {
    await start();
    const grant = { clientId: 'app', scopes: [], tier: 'free' };
    const app = server.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'app', grant });
    await expect(askRun(app, { id: runId, request: 'stop' })).rejects.toMatchObject({ type: 'FORBIDDEN' });
    expect((await toRun<Run>('ask', { request: 'pause' })).data).toMatchObject({ is_paused: true });
  });

  test('to go on takes back a pause and a stop after the tasks, but not a stop at once', async () => {
    await start();
    await ask('finish');
    await ask('pause');
    expect(await ask('resume')).toMatchObject({ is_paused: false, stop: null, asked_by: null });
    await ask('stop');
    expect(await ask('resume')).toMatchObject({ is_paused: false, stop: 'stop', asked_by: 'Mira' });
    expect(await ask('finish')).toMatchObject({ stop: 'stop' });
  });
});

describe('the end of a run', () => {
  test('puts back what it holds, and is told once', async () => {
    await add('Keel');
    await start();
    const of = await held();
    const ended = await toRun<Run>('end', { end: 'stopped' });
    expect(ended.data).toMatchObject({ end: 'stopped', given_back: 1 });
    expect((await toRun<Run>('end', { end: 'failed' })).data).toEqual(ended.data);
    expect(await taskOf(of)).toMatchObject({ status: 'open' });
    expect((await beat([])).data.stop).toBe('stop');
  });
});
