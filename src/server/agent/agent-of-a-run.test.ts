import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { ClaimedForRun, Obeyed, RunTaskState } from '#contract/run-work.ts';
import type { RunResult } from '#contract/run.ts';
import { createTask, releaseBaton } from '#server/plan/index.ts';
import { newId } from '#server/platform/id.ts';
import { addAgentProject } from '#test/add-agent-project.ts';
import type { TestUser } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { askModern, setSettings } from '#test/mcp-call.ts';
import { PATIENT } from '#test/patience.ts';

const WORKER = 'claude-code-1';
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
  await createTask(user.ctx, { id: projectId, title: 'Keel' });
  await post(`/api/projects/${projectId}/runs`, {
    run_id: runId,
    host: 'laptop',
    clients: ['claude-code'],
    parallel: 1,
  });
});

async function post<T>(url: string, payload: object): Promise<T> {
  const headers = { authorization: `Bearer ${apiKey}`, 'x-agent-name': 'baton run' };
  const answer = await server.http.inject({ method: 'POST', url, headers, payload });
  expect([url, answer.statusCode < 300, answer.body]).toEqual([url, true, answer.body]);
  return answer.json<{ data: T }>().data;
}
const toRun = <T>(verb: string, fields: object) => post<T>(`/api/runs/${runId}/${verb}`, fields);
const call = (name: string, args: object) =>
  askModern(server, 'tools/call', { name, arguments: args }, { key: apiKey, project: projectId });

async function claim(): Promise<{ worker: string; task_id: Id; baton: string; brief: string }> {
  const { claimed } = await toRun<{ claimed: ClaimedForRun | null }>('claim', { worker: WORKER });
  if (claimed === null) throw new Error('nothing was claimed');
  return { worker: WORKER, task_id: claimed.task.id, baton: claimed.token, brief: claimed.brief };
}
const beat = (fields: object = {}) =>
  toRun<Obeyed>('beat', {
    workers: [{ name: WORKER, client: 'claude-code', state: 'working', since: server.now().toISOString(), ...fields }],
  });

test('an agent delivers over MCP with the baton of its runner, which makes the task done', async () => {
  const { brief, ...of } = await claim();
  expect(brief).toMatch(/^T1 Keel \[wip/);
  const noted = await call('note', { type: 'finding', body: 'The oak is dry.', task: 'T1', baton: of.baton });
  expect(noted.isError).toBe(false);
  const finish = { id: 'T1', baton: of.baton, outcome: 'done', summary: 'Laid the keel.', claim_next: true };
  const delivered = await call('task_finish', finish);
  expect(delivered.text).toBe(
    'T1 is delivered: the run verifies it now. Stop here.\nThe run gives you your next task.',
  );
  expect(await toRun<RunTaskState>('look', of)).toMatchObject({ state: 'delivered', summary: 'Laid the keel.' });
  expect((await call('task_get', { id: 'T1' })).text).toMatch(/^T1 Keel \[wip/);
  const done = await toRun<RunResult>('finish', { ...of, try: 1, tries: 3, outcome: 'done' });
  expect(done).toMatchObject({ outcome: 'done', worker: WORKER });
  expect((await call('task_get', { id: 'T1' })).text).toMatch(/^T1 Keel \[done\]/);
  const late = await call('task_finish', finish);
  expect([late.isError, late.text]).toEqual([true, expect.stringMatching(/^STALE_LOCK/)]);
});

test('an agent whose baton was taken away is told so with its next call', async () => {
  const { brief: _brief, ...of } = await claim();
  await releaseBaton(user.ctx, { id: of.task_id, reason: 'Not now.' });
  const { text } = await call('task_finish', { id: 'T1', baton: of.baton, outcome: 'done', summary: 'Laid the keel.' });
  expect(text).toMatch(/Your baton \d+ for T1 ended by Mira: Not now\. Stop that work/);
});

test('beats take nothing of what a key may call, and are not in the log of calls', async () => {
  await setSettings(server, { maxRequestsPerMinute: 10 });
  for (let n = 1; n <= 30; n += 1) await beat({ moves: 1, lines: { from: n, text: `line ${n}` } });
  await setSettings(server, { maxRequestsPerMinute: 1_000 });
  const commands = async () => {
    const { rows } = await server.database.pool.query<{ command: string }>(
      'select distinct command from mcp_logs where user_id = $1',
      [user.id],
    );
    return rows.map(({ command }) => command);
  };
  await claim();
  await expect.poll(commands, PATIENT).toContain('POST /api/runs/:id/claim');
  expect(await commands()).not.toContain('POST /api/runs/:id/beat');
});

test('a beat says when a free worker may claim', async () => {
  expect((await beat()).is_ready).toBe(true);
  const { brief: _brief, ...of } = await claim();
  await createTask(user.ctx, { id: projectId, title: 'Rig' });
  expect((await beat()).is_ready).toBe(false);
  await toRun('finish', { ...of, try: 1, tries: 3, outcome: 'failed' });
  expect((await beat()).is_ready).toBe(true);
});
