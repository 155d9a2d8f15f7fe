import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { beatRun as beating, claimForRun as claiming, startRun as starting } from '#contract/run-work.ts';
import { newId } from '#server/platform/id.ts';
import { createProject, deleteProject, updateProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { countStatements } from '#test/count-statements.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { PATIENT } from '#test/patience.ts';
import { createTask } from '../tree/create-task.ts';
import { releaseBaton } from '../baton/release-baton.ts';
import { askRun } from './ask-run.ts';
import { beatRun } from './beat-run.ts';
import { claimForRun } from './claim-for-run.ts';
import { getRunOutput } from './get-run-output.ts';
import { getRunView } from './get-run-view.ts';
import { liveRunsOf } from './live-runs.ts';
import { endLostRuns } from './end-lost-runs.ts';
import { listRunResults, listRuns } from './list-runs.ts';
import { startRun } from './start-run.ts';

let server: TestServer;
let second: TestServer;
let address: string;
let user: TestUser;
let projectId: Id;
let runId: Id;

beforeAll(async () => {
  server = await startTestServer();
  await raiseProjectLimit(server);
  second = await startTestServer({ databaseUrl: server.databaseUrl });
  address = await second.http.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await second.dispose();
  await server.dispose();
});
beforeEach(async () => {
  user = await addUser(server, { name: 'Mira' });
  projectId = (await createProject(user.ctx, { name: 'Ship' })).id;
  runId = newId();
  const begun = starting.body.parse({ run_id: runId, host: 'laptop', clients: ['codex'], parallel: 2 });
  await startRun(user.ctx, { id: projectId, ...begun });
});

const beat = (workers: object[], ctx = user.ctx) =>
  beatRun(ctx, {
    id: runId,
    ...beating.body.parse({
      workers: workers.map((fields) => ({
        name: 'codex-1',
        client: 'codex',
        state: 'working',
        since: server.now().toISOString(),
        ...fields,
      })),
    }),
  });
const claim = () => claimForRun(user.ctx, { id: runId, ...claiming.body.parse({ worker: 'codex-1' }) });
const onSecond = () => second.contextFor(user.actor);

/** What a page of the second server is sent, as far as it has come. */
async function follow(): Promise<{ text: () => string; leave: () => void; ended: Promise<void> }> {
  const leaving = new AbortController();
  const answer = await fetch(`${address}/api/projects/${projectId}/events`, {
    headers: { authorization: `Bearer ${await tokenFor(server, user)}` },
    signal: leaving.signal,
  });
  let heard = '';
  const read = async () => {
    for await (const piece of answer.body ?? []) heard += Buffer.from(piece).toString();
  };
  const ended = read().catch(() => undefined);
  await expect.poll(() => heard, PATIENT).toContain('event: ready');
  return { text: () => heard, leave: () => leaving.abort(), ended };
}

test('a line that one server is told reaches the pages of another, and a pause asked there the runner', async () => {
  const page = await follow();
  await beat([{ moves: 2, lines: { from: 1, text: 'Reading keel.ts\n\u001B[31mRan npm test' } }]);
  await expect.poll(page.text, PATIENT).toContain('event: relay');
  const [, data = '{}'] = /event: relay\ndata: (.*)\n/.exec(page.text()) ?? [];
  expect(JSON.parse(data)).toMatchObject({
    run_id: runId,
    worker: { name: 'codex-1', tail: 'Reading keel.ts\nRan npm test', lines: 2 },
  });
  page.leave();
  const view = await getRunView(onSecond(), { id: projectId });
  expect(view.runs).toMatchObject([{ run: { id: runId }, workers: [{ name: 'codex-1', state: 'working' }] }]);
  const output = await getRunOutput(onSecond(), { id: runId, worker: 'codex-1' });
  expect(output).toEqual({ worker: 'codex-1', text: 'Reading keel.ts\nRan npm test', from: 1, is_cut: false });
  await askRun(onSecond(), { id: runId, request: 'pause' });
  expect((await beat([])).is_paused).toBe(true);
});

test('whoever loses the project hears no more of its runs', async () => {
  const page = await follow();
  await deleteProject(user.ctx, { id: projectId });
  await page.ended;
  expect(page.text()).not.toContain('event: relay');
});

test('lines are told to the followers of their own project, until they leave', async () => {
  const other = await createProject(user.ctx, { name: 'Other' });
  const heard: string[] = [];
  const live = liveRunsOf(server.bus);
  const leave = live.follow(projectId, (key) => heard.push(key));
  live.follow(other.id, () => heard.push('other'));
  await beat([{}, { name: 'codex-2' }]);
  await beat([]);
  leave();
  await beat([{}]);
  expect(heard).toEqual([`${runId} codex-1`, `${runId} codex-2`, `${runId} `]);
});

test('nothing of the output is stored', async () => {
  await beat([{ lines: { from: 1, text: 'a secret of the build' } }]);
  const { rows } = await server.database.pool.query(
    `select 1 from feed where events::text like '%a secret of the build%'
    union all select 1 from runs r where r::text like '%a secret of the build%'`,
  );
  expect(rows).toEqual([]);
});

test('a beat where nothing is due is one read', async () => {
  await createTask(user.ctx, { id: projectId, title: 'Keel' });
  const { claimed } = await claim();
  const fence = claimed?.baton.fence ?? 0;
  const counting = countStatements(server.database.pool);
  await beat([{ number: 1, fence, moves: 3, lines: { from: 1, text: 'Reading' } }]);
  const statements = counting.stop();
  expect(statements).toHaveLength(1);
  expect(statements[0]).toMatch(/^select/);
});

test('calls are counted at most every ten seconds, as one', async () => {
  await createTask(user.ctx, { id: projectId, title: 'Keel' });
  const { claimed } = await claim();
  const fence = claimed?.baton.fence ?? 0;
  const calls = async () => {
    const { rows } = await server.database.pool.query<{ n: number }>(
      'select call_count as n from batons where project_id = $1',
      [projectId],
    );
    return rows[0]?.n;
  };
  await beat([{ number: 1, fence, moves: 5 }]);
  await beat([{ number: 1, fence, moves: 5 }]);
  expect(await calls()).toBe(1);
  server.clock.advance(10_000);
  await beat([{ number: 1, fence }]);
  await beat([{ number: 1, fence, moves: 5 }]);
  expect(await calls()).toBe(2);
  server.clock.advance(10_000);
  await beat([{ number: 1, fence, moves: 5 }]);
  server.clock.advance(10_000);
  await beat([{ number: 1, fence }]);
  expect(await calls()).toBe(3);
});

test('a run is lost once nothing is heard of it for a lease and nothing of it is held, and told once', async () => {
  await createTask(user.ctx, { id: projectId, title: 'Keel' });
  await updateProject(user.ctx, { id: projectId, lease_minutes: 30 });
  await claim();
  const system = server.contextFor({ kind: 'system', name: 'test' });
  const state = async () => (await listRuns(user.ctx, { id: projectId, limit: 20 })).items[0];
  server.clock.advance(29 * 60_000);
  await endLostRuns(system);
  expect(await state()).toMatchObject({ end: null });
  server.clock.advance(2 * 60_000);
  await Promise.all([endLostRuns(system), endLostRuns(system)]);
  expect(await state()).toMatchObject({ end: 'lost', given_back: 1 });
  const { rows } = await server.database.pool.query(`select 1 from events where scope = $1 and type = 'run.ended'`, [
    `project:${projectId}`,
  ]);
  expect(rows).toHaveLength(1);
  expect(await beat([])).toMatchObject({ stop: 'stop' });
});

test('what runs did can be read page by page, of a run or of a task', async () => {
  const task = await createTask(user.ctx, { id: projectId, title: 'Keel' });
  for (let n = 0; n < 3; n += 1) {
    await claim();
    await releaseBaton(user.ctx, { id: task.id, reason: `Not now ${n}` });
  }
  const read = (fields: object = {}) => listRunResults(user.ctx, { id: projectId, limit: 2, ...fields });
  const first = await read({ task_id: task.id });
  expect(first.items.map(({ reason }) => reason)).toEqual(['Not now 2', 'Not now 1']);
  const rest = await read({ run_id: runId, cursor: first.nextCursor });
  expect([rest.items.map(({ reason }) => reason), rest.nextCursor]).toEqual([['Not now 0'], null]);
  expect((await read({ task_id: newId() })).items).toEqual([]);
  const view = await getRunView(user.ctx, { id: projectId });
  expect(view).toMatchObject({ ready: 1, results_total: 3, queue: [{ number: 1, waits_for: [], try: 1 }] });
  const other = await addUser(server);
  for (const look of [listRuns, listRunResults])
    await expect(look(other.ctx, { id: projectId, limit: 2 })).rejects.toMatchObject({ type: 'NOT_FOUND' });
});
