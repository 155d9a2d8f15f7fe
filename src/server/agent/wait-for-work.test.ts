import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { generateApiKey, setUserStatus } from '#server/auth/index.ts';
import { createTask, updateTask } from '#server/plan/index.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { callTool } from '#test/mcp-call.ts';

let server: TestServer;
let user: TestUser;
let key: string;
beforeAll(async () => {
  server = await startTestServer();
  await raiseProjectLimit(server);
  user = await addUser(server);
  key = (await generateApiKey(user.ctx)).apiKey;
});
afterAll(() => server.dispose());

const LONG = 300;
/** Shorter than the interval at which the caller's access is checked again. */
const BRIEF = 14;

async function addProject(): Promise<{ project: Id; task: Id }> {
  const { id: project } = await createProject(user.ctx, { name: 'Ship' });
  const { id: task } = await createTask(user.ctx, { id: project, title: 'Lay the keel' });
  return { project, task };
}
const call = (project: Id, name: string, args: Record<string, unknown>) =>
  callTool(server, name, args, { key, project });
const batonIn = (text: string) => /baton (\d+\.\w+)/.exec(text)?.[1] ?? '';

/** The wait has begun when there is a listener for the project's feed. */
async function waitFor(project: Id, change: () => Promise<unknown>) {
  let isBack = false;
  const waiting = call(project, 'orient', { wait: LONG }).finally(() => {
    isBack = true;
  });
  // Another call of the same account is answered meanwhile: a long poll occupies no slot of the concurrency limit.
  expect((await call(project, 'plan_read', {})).isError).toBe(false);
  expect(isBack).toBe(false);
  await change();
  return waiting;
}

describe('an agent that waits', () => {
  test('is answered at once when there is a task to take', async () => {
    const { project } = await addProject();
    expect((await call(project, 'orient', { wait: LONG })).text).toContain('Next ready: T1');
  });

  test('is answered when a person has answered', async () => {
    const { project, task } = await addProject();
    const { text } = await call(project, 'task_claim', {});
    const asked = { id: 'T1', baton: batonIn(text), outcome: 'ask', question: 'Oak or pine?' };
    expect((await call(project, 'task_finish', asked)).isError).toBe(false);
    const { text: after } = await waitFor(project, () =>
      server.http.inject({
        method: 'POST',
        url: `/api/tasks/${task}/answer`,
        headers: { authorization: `Bearer ${key}` },
        payload: { text: 'Oak.' },
      }),
    );
    expect(after).toContain('Next ready: T1 Lay the keel');
  });

  test('is answered when a task becomes ready, and when a baton comes back', async () => {
    const { project, task } = await addProject();
    await updateTask(user.ctx, { id: task, status: 'done' });
    const added = await waitFor(project, () => createTask(user.ctx, { id: project, title: 'Plank the hull' }));
    expect(added.text).toContain('Next ready: T2');
    await createTask(user.ctx, { id: project, title: 'Launch' });
    const { text } = await call(project, 'task_claim', {});
    const finish = { id: 'T2', baton: batonIn(text), outcome: 'done', summary: 'All planks are on.' };
    const back = await waitFor(project, () => call(project, 'task_finish', finish));
    expect(back.text).toContain('Next ready: T3');
  });

  test('is let go when its time is over, and told of a project that is not its own', async () => {
    const { project, task } = await addProject();
    await updateTask(user.ctx, { id: task, status: 'done' });
    expect((await call(project, 'orient', { wait: 1 })).text).toContain('Everything is done');
    const other = await addUser(server);
    const { id } = await createProject(other.ctx, { name: 'Theirs' });
    expect((await call(id, 'orient', { wait: LONG })).text).toContain('NOT_FOUND');
    expect((await call(project, 'orient', { wait: 301 })).text).toContain('VALIDATION_ERROR');
  });

  test('is refused when its account was suspended meanwhile, also when the time is over', async () => {
    const someone = await addUser(server);
    const { apiKey } = await generateApiKey(someone.ctx);
    const { id } = await createProject(someone.ctx, { name: 'Secret' });
    const waiting = callTool(server, 'orient', { wait: BRIEF }, { key: apiKey, project: id });
    await callTool(server, 'plan_read', {}, { key: apiKey, project: id });
    const system = server.contextFor({ kind: 'system', name: 'test' });
    await setUserStatus(system, { userId: someone.id, status: 'suspended' });
    const { text, isError } = await waiting;
    expect([text, isError]).toEqual([expect.stringContaining('The key or sign-in of this call has ended.'), true]);
    expect(text).not.toContain('Secret');
  });

  test('does not keep the server from stopping', async () => {
    const own = await startTestServer();
    const someone = await addUser(own);
    const { apiKey } = await generateApiKey(someone.ctx);
    const { id: project } = await createProject(someone.ctx, { name: 'Ship' });
    const waiting = callTool(own, 'orient', { wait: LONG }, { key: apiKey, project });
    await callTool(own, 'plan_read', {}, { key: apiKey, project });
    await own.dispose();
    // Answered or disconnected: either way it has ended.
    expect(
      await waiting.then(
        () => 'over',
        () => 'over',
      ),
    ).toBe('over');
  });
});
