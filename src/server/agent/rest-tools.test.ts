import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { LEASE_MINUTES } from '#contract/constants.ts';
import type { FailureBody } from '#contract/errors.ts';
import type { Id } from '#contract/fields.ts';
import type { Note } from '#contract/note.ts';
import { ERROR_META_KEY } from '#contract/tools.ts';
import { claimTask, createTask } from '#server/plan/index.ts';
import { AppError } from '#server/platform/error.ts';
import { newId } from '#server/platform/id.ts';
import { createProject } from '#server/projects/index.ts';
import { addAgentProject } from '#test/add-agent-project.ts';
import { type TestUser, raiseProjectLimit, addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { failedCall } from './call-tool.ts';

const LEASE_MS = LEASE_MINUTES * 60_000;
let server: TestServer;
let user: TestUser;
let apiKey: string;
let signedIn: string;
let projectId: Id;
beforeAll(async () => {
  server = await startTestServer();
  await raiseProjectLimit(server);
});
afterAll(() => server.dispose());
beforeEach(async () => {
  ({ user, apiKey, projectId } = await addAgentProject(server));
  signedIn = await tokenFor(server, user);
  await createTask(user.ctx, { id: projectId, title: 'Keel' });
  await createTask(user.ctx, { id: projectId, title: 'Rig' });
});

async function send(method: 'POST' | 'GET', url: string, headers: Record<string, string>, payload: object) {
  const answer = await server.http.inject({ method, url, headers, payload });
  const told = answer.json<FailureBody & { data: { text: string; data: unknown } }>();
  return { status: answer.statusCode, text: told.data?.text ?? '', data: told.data?.data, failure: told };
}
const call = (tool: string, args: object = {}, agent = 'claude') =>
  send(
    'POST',
    `/api/projects/${projectId}/tools/${tool}`,
    { authorization: `Bearer ${apiKey}`, 'x-agent-name': agent },
    args,
  );
const asPerson = (url: string, payload: object) => send('POST', url, { authorization: `Bearer ${signedIn}` }, payload);
async function claimed(agent = 'claude'): Promise<{ id: Id; token: string }> {
  const { data } = await call('task_claim', { id: 'T1' }, agent);
  const { task, token } = data as { task: { id: Id }; token: string };
  return { id: task.id, token };
}

describe('a tool over REST', () => {
  test('answers about the task it names, from the brief to the end of the work', async () => {
    expect((await call('task_get', { id: 'T2' })).text).toMatch(/^T2 Rig \[open\]/);
    const { token } = await claimed();
    const finished = await call('task_finish', { id: 'T1', baton: token, outcome: 'done', summary: 'Laid the keel.' });
    expect([finished.status, finished.text]).toEqual([200, 'T1 is done.\nNext ready: T2 Rig (Tasks)']);
    expect((await call('checkpoint', { action: 'save', name: 'Now' })).text).toMatch(/^Saved: /);
  });

  test('lets a person edit several tasks at once, and names the one that refuses all of them', async () => {
    const url = `/api/projects/${projectId}/tools/plan_edit`;
    const finish = (...ids: string[]) => ({ ops: ids.map((id) => ({ op: 'update', id, status: 'done' })) });
    await claimed();
    const { status, failure } = await asPerson(url, finish('T2', 'T1'));
    expect([status, failure.errorType]).toEqual([409, 'LOCK_HELD']);
    expect(failure.issues).toEqual([
      { path: 'ops.1', message: expect.stringMatching(/^claude holds T1 since .*\. Take the baton away first/) },
    ]);
    expect((await call('task_get', { id: 'T2' })).text).toMatch(/^T2 Rig \[open\]/);
    const done = await asPerson(url, finish('T2'));
    expect([done.status, done.data]).toEqual([200, expect.objectContaining({ seq: expect.any(Number) })]);
    expect((await call('task_get', { id: 'T2' })).text).toMatch(/^T2 Rig \[done\]/);
  });

  test('puts a note on the task its writer holds, by each door, under the name it holds it by', async () => {
    const { id, token } = await claimed('claude');
    const url = `/api/projects/${projectId}/notes`;
    const write = (body: object, agent = 'claude') =>
      server.http.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${apiKey}`, 'x-agent-name': agent },
        payload: { type: 'FINDING', body: 'Wet.', ...body },
      });
    const written = async (answer: ReturnType<typeof write>) => {
      const { task_id, author } = (await answer).json<{ data: Note }>().data;
      return [task_id, author.name];
    };
    expect(await written(write({}))).toEqual([id, 'claude']);
    expect(await written(write({ baton: token }, 'other'))).toEqual([id, 'claude']);
    expect(await written(write({}, 'other'))).toEqual([null, 'other']);
    const { data } = await call('note', { type: 'finding', body: 'Dry.' });
    expect(data).toMatchObject({ task_id: id, author: { name: 'claude' } });
    const byPerson = await server.http.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${signedIn}` },
      payload: { type: 'FINDING', body: 'Mine.' },
    });
    expect(byPerson.json<{ data: Note }>().data.task_id).toBeNull();
  });

  test('takes the project from the address, whatever else is sent', async () => {
    const stranger = await addUser(server);
    const other = await createProject(stranger.ctx, { name: 'Theirs' });
    const { status, text } = await call('orient', { projectId: other.id });
    expect([status, text]).toEqual([200, expect.stringContaining('Ship: ')]);
    expect((await call('orient', { tool: 'checkpoint' })).text).toContain('Ship: ');
  });

  test('is not there for an agent that names another of its person’s projects', async () => {
    const other = await createProject(user.ctx, { name: 'Other' });
    const url = `/api/projects/${projectId}/tools`;
    const headers = { 'x-user-api-key': apiKey, 'x-project-id': other.id };
    for (const tool of ['orient', 'plan_read', 'task_claim', 'checkpoint'])
      expect([tool, (await send('POST', `${url}/${tool}`, headers, { action: 'list' })).status]).toEqual([tool, 404]);
  });

  test('that is none, or one of before, is refused with the names there are', async () => {
    const { status, failure } = await call('get_task', { id: 'T1' });
    expect([status, failure.issues?.[0]?.path]).toEqual([400, 'tool']);
    expect(failure.error).toContain('task_get');
  });

  test('in a project that is not there is not found, and changes nothing', async () => {
    projectId = newId();
    for (const tool of ['orient', 'plan_read', 'task_claim'])
      expect([tool, (await call(tool)).status]).toEqual([tool, 404]);
  });
});

describe('an agent whose baton is gone', () => {
  const LOST_TO_MIRA = /^Your baton 1 for T1 ended by Mira: A person took the baton away\. Stop/;
  const LOST = /^Your baton 1 for T1 ended by (.+): (.+) Stop that work; do not finish it\.$/;

  test('is told once, on its next call: by whom and why', async () => {
    const { id } = await claimed();
    await asPerson(`/api/tasks/${id}/release`, { reason: 'Wrong branch.' });
    const [first = '', ...rest] = (await call('orient')).text.split('\n');
    expect(LOST.exec(first)?.slice(1)).toEqual(['Mira', 'Wrong branch.']);
    expect(rest[0]).toMatch(/^Ship: /);
    expect((await call('orient')).text).toMatch(/^Ship: /);
  });

  test('is told also when that call is refused', async () => {
    const { id, token } = await claimed();
    await claimTask(user.ctx, { id, agent: 'codex', takeover: true, reason: 'It went quiet.' });
    const late = await call('task_finish', { id: 'T1', baton: token, outcome: 'done', summary: 'Late, but done.' });
    expect([late.status, late.failure.errorType]).toEqual([409, 'STALE_LOCK']);
    const [first = '', second] = late.failure.error.split('\n');
    expect(LOST.exec(first)?.slice(1)).toEqual(['codex', 'It went quiet.']);
    expect(second).toBe('Baton 1 for T1 is not yours, or no longer: codex holds it now. Nothing was changed.');
  });

  test('is told alone: no other agent of the same key hears of it', async () => {
    const { id } = await claimed();
    await asPerson(`/api/tasks/${id}/release`, {});
    expect((await call('orient', {}, 'codex')).text).toMatch(/^Ship: /);
    expect((await call('orient')).text).toMatch(LOST_TO_MIRA);
  });

  test('learns that its lease ran out when another has gone on', async () => {
    const { id } = await claimed();
    server.clock.advance(LEASE_MS);
    await claimTask(user.ctx, { id, agent: 'codex' });
    expect((await call('orient')).text).toMatch(/^Your baton 1 for T1 ended by codex: The lease ran out\. /);
  });

  test('that handed it back itself is told nothing', async () => {
    const { token } = await claimed();
    await call('task_finish', { id: 'T1', baton: token, outcome: 'release', summary: 'Enough for today.' });
    expect((await call('orient')).text).toMatch(/^Ship: /);
  });
});

test('a call close to the end of the lease renews it on the spot', async () => {
  const { id, token } = await claimed();
  server.clock.advance(LEASE_MS - 1_000);
  await call('orient');
  server.clock.advance(LEASE_MS - 1_000);
  const renewed = await send('POST', `/api/tasks/${id}/renew`, { 'x-user-api-key': apiKey }, { baton: token });
  expect(renewed.status).toBe(200);
});

test('whoever goes on with a task reads in its brief who had it, what is unmet, and what was noted', async () => {
  await call('plan_edit', { ops: [{ op: 'update', id: 'T1', checks: ['Straight', 'Level'] }] });
  await claimed();
  await call('note', { type: 'finding', body: 'The oak is wet.', task: 'T1' });
  await call('note', { type: 'files', body: '- keel.ts', task: 'T1' });
  server.clock.advance(LEASE_MS);
  const { text } = await call('task_claim', {}, 'codex');
  const lines = text.split('\n');
  expect(lines[0]).toMatch(/^Yours: T1, baton 2\.[a-z2-9]{8}, until /);
  expect(lines).toContainEqual(
    expect.stringMatching(/^Handover: claude had it from .*, last heard .*\. The lease ran out\.$/),
  );
  expect(lines).toContain('  2 of 2 checks unmet; notes and files below are what is known');
  expect(lines).toContainEqual(expect.stringContaining('finding (claude): The oak is wet.'));
  expect(lines).toContain('  - keel.ts');
});

test('a tool that lost the database says so to programs, and of a write that it may have been done', () => {
  const cut = new Error('Connection terminated unexpectedly');
  const told = (tool: string) => failedCall(user.ctx, tool, cut);
  expect(told('note')).toMatchObject({ status: 503, result: { _meta: { [ERROR_META_KEY]: 'DATABASE_UNAVAILABLE' } } });
  expect(told('note').result.content[0].text).toContain('not known whether this was written');
  expect(told('orient').result.content[0].text).toContain('try again');
  expect(failedCall(user.ctx, 'note', new AppError('CONFLICT', 'Taken.')).result).not.toHaveProperty('_meta');
});
