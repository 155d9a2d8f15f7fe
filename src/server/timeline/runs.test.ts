import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { RunResult } from '#contract/run.ts';
import type { TimelineEntry } from '#contract/timeline.ts';
import { createTask } from '#server/plan/index.ts';
import { newId } from '#server/platform/id.ts';
import { addAgentProject } from '#test/add-agent-project.ts';
import type { TestUser } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

const WORKER = 'claude-code-1';
const MINUTE = 60_000;
let server: TestServer;
let user: TestUser;
let apiKey: string;
let projectId: Id;
let runId: Id;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());
beforeEach(async () => {
  ({ user, apiKey, projectId } = await addAgentProject(server));
  runId = newId();
});

async function call<T>(method: 'GET' | 'POST', url: string, payload?: object): Promise<T> {
  const headers = { authorization: `Bearer ${apiKey}` };
  const answer = await server.http.inject({ method, url, headers, ...(payload && { payload }) });
  expect([url, answer.statusCode < 300, answer.body]).toEqual([url, true, answer.body]);
  return answer.json<{ data: T }>().data;
}
const toRun = <T>(verb: string, fields: object) => call<T>('POST', `/api/runs/${runId}/${verb}`, fields);
const timeline = async () =>
  (await call<{ items: TimelineEntry[] }>('GET', `/api/projects/${projectId}/timeline`)).items.toReversed();

/** Keel is done with its second try, Rig is blocked after its last. */
async function live(): Promise<void> {
  for (const title of ['Keel', 'Rig']) await createTask(user.ctx, { id: projectId, title });
  await call('POST', `/api/projects/${projectId}/runs`, {
    run_id: runId,
    host: 'laptop',
    clients: ['claude-code'],
    parallel: 1,
  });
  const claim = async () => {
    const { claimed } = await toRun<{ claimed: { task: { id: Id }; token: string } }>('claim', { worker: WORKER });
    return { worker: WORKER, task_id: claimed.task.id, baton: claimed.token };
  };
  const deliver = ({ task_id: id, baton }: { task_id: Id; baton: string }) =>
    call('POST', `/api/tasks/${id}/finish`, { baton, outcome: 'done', summary: 'Built and looked at it.' });
  const keel = await claim();
  await deliver(keel);
  server.clock.advance(10 * MINUTE);
  await toRun('retry', { ...keel, try: 1, tries: 3, reason: 'npm test failed' });
  await deliver(keel);
  server.clock.advance(20 * MINUTE);
  await toRun<RunResult>('finish', {
    ...keel,
    try: 2,
    tries: 3,
    outcome: 'done',
    commit: 'abc1234',
    branch: 'baton/T1-keel',
    merged_into: 'main',
    diff: { files: 2, insertions: 124, deletions: 18 },
    verification: { command: 'npm test', exit_code: 0, seconds: 3 },
  });
  const rig = await claim();
  server.clock.advance(8 * MINUTE);
  await toRun('finish', { ...rig, try: 3, tries: 3, outcome: 'failed', reason: 'Exit code 1' });
  await toRun('end', { end: 'nothing_ready' });
}

test('the timeline tells the tries that failed, what was merged where, and what came out of the run', async () => {
  await live();
  const entries = await timeline();
  expect(entries.map(({ kind, who }) => [kind, who.name])).toEqual([
    ['planned', 'Mira'],
    ['tried_again', WORKER],
    ['finished', WORKER],
    ['blocked', WORKER],
    ['run_ended', expect.any(String)],
  ]);
  const [, tried, finished, blocked, ended] = entries;
  expect(tried?.data).toMatchObject({ number: 1, title: 'Keel', text: 'npm test failed', try: 1, tries: 3 });
  expect(finished?.data).toMatchObject({
    merged_into: 'main',
    tests: 'pass',
    commit: 'abc1234',
    branch: 'baton/T1-keel',
  });
  expect(blocked).toMatchObject({ is_open: true, data: { number: 2, text: 'Exit code 1' } });
  expect(ended).toMatchObject({
    task_id: null,
    data: {
      run: { id: runId, end: 'nothing_ready', done: 1, failed: 1, insertions: 124, deletions: 18, seconds: 38 * 60 },
    },
  });
});

test('the end of a run is told to whoever wants to know, once', async () => {
  await server.database.pool.query(
    `insert into project_webhooks (project_id, address, format, kinds, enabled, sealed_secret, secret_end)
     values ($1, 'x', 'json', '{run_ended}', true, 'x', 'x')`,
    [projectId],
  );
  await live();
  await timeline();
  await timeline();
  const { rows } = await server.database.pool.query<{ kind: string; text: string }>(
    `select kind, told ->> 'text' as text from webhook_deliveries where project_id = $1`,
    [projectId],
  );
  expect(rows).toEqual([{ kind: 'run_ended', text: '1 done, 1 failed, +124 −18, in 38 min' }]);
});

test('the activity tells when a run began and how it ended', async () => {
  await live();
  const { items } = await call<{ items: { text: string }[] }>('GET', `/api/projects/${projectId}/activity`);
  const told = items.map(({ text }) => text).filter((text) => text.startsWith('Run'));
  expect(told).toEqual(['Run ended: 1 done, 1 failed', 'Run started on laptop with 1 agent']);
});
