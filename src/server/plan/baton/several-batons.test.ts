import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BATON_SLOTS_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Task } from '#contract/task.ts';
import { generateApiKey } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { createProject, updateProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { claimNext, claimTask } from './claim-task.ts';
import { createTask } from '../tree/create-task.ts';
import { createTaskList } from '../tree/edit-task-list.ts';
import { finishTask } from './finish-task.ts';
import { getPlan } from '../tree/get-plan.ts';
import { updateTask } from '../tree/update-task.ts';

let server: TestServer;
let user: TestUser;
let apiKey: string;
let projectId: Id;
beforeAll(async () => {
  server = await startTestServer();
  await raiseProjectLimit(server);
  user = await addUser(server);
  ({ apiKey } = await generateApiKey(user.ctx));
});
afterAll(() => server.dispose());
beforeEach(async () => {
  projectId = (await createProject(user.ctx, { name: 'Ship' })).id;
});

const agent = (name: string): Context =>
  server.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'claude', session: name });
const add = (title: string) => createTask(user.ctx, { id: projectId, title });
const claim = (task: Task, name: string) => claimTask(agent(name), { id: task.id });
const setSlots = (baton_slots: number) => updateProject(user.ctx, { id: projectId, baton_slots });
const plan = () => getPlan(user.ctx, { id: projectId });

describe('several batons', () => {
  test('are as many as were set, from the first to the sixteenth', async () => {
    await setSlots(BATON_SLOTS_MAX);
    const tasks: Task[] = [];
    for (let n = 0; n <= BATON_SLOTS_MAX; n += 1) tasks.push(await add(`Task ${n}`));
    for (const [n, task] of tasks.slice(0, BATON_SLOTS_MAX).entries())
      expect((await claim(task, `window-${n}`)).baton.slot).toBe(n + 1);
    await expect(claim(tasks[BATON_SLOTS_MAX] as Task, 'late')).rejects.toMatchObject({ type: 'LOCK_HELD' });
  });

  test('that become fewer end nobody’s work, and no claim goes through until the number fits', async () => {
    await setSlots(3);
    const [a, b, c, d] = [await add('A'), await add('B'), await add('C'), await add('D')];
    const tokens = [await claim(a, 'one'), await claim(b, 'two'), await claim(c, 'three')].map(({ token }) => token);
    await setSlots(1);
    expect((await plan()).batons).toHaveLength(3);
    const end = (task: Task, place: number) =>
      finishTask(agent('any'), {
        id: task.id,
        baton: tokens[place] ?? '',
        outcome: 'done',
        summary: 'It is done.',
      });
    for (const [place, task] of [a, b].entries()) {
      await expect(claim(d, 'four')).rejects.toMatchObject({ type: 'LOCK_HELD' });
      await end(task, place);
    }
    await expect(claim(d, 'four'), 'the third is still held').rejects.toMatchObject({ type: 'LOCK_HELD' });
    await end(c, 2);
    expect((await claim(d, 'four')).baton.slot).toBe(1);
  });

  test('never go to one session twice, by any way of claiming', async () => {
    await setSlots(3);
    const [a, b] = [await add('A'), await add('B')];
    await claim(a, 'one');
    const refused = { type: 'LOCK_HELD', message: expect.stringContaining('That is you: finish or release T1 first') };
    await expect(claim(b, 'one')).rejects.toMatchObject(refused);
    await expect(claimNext(agent('one'), { id: projectId })).rejects.toMatchObject(refused);
    await expect(claimTask(agent('one'), { id: b.id, takeover: true, reason: 'Mine' })).rejects.toMatchObject(refused);
    expect((await plan()).batons).toHaveLength(1);
  });

  test('send the second agent to another list, while there is one with something ready', async () => {
    await setSlots(3);
    await add('First of Tasks');
    await add('Second of Tasks');
    server.clock.advance(1);
    const other = await createTaskList(user.ctx, { id: projectId, name: 'Docs' });
    await createTask(user.ctx, { id: projectId, title: 'First of Docs', task_list_id: other.id });
    const titles: (string | undefined)[] = [];
    for (const name of ['one', 'two', 'three'])
      titles.push((await claimNext(agent(name), { id: projectId }))?.task.title);
    expect(titles).toEqual(['First of Tasks', 'First of Docs', 'Second of Tasks']);
  });
});

describe('the settings over REST', () => {
  const put = async (headers: Record<string, string>, payload: object) => {
    const answer = await server.http.inject({ method: 'PUT', url: `/api/projects/${projectId}`, headers, payload });
    const body = answer.json<{ data: Record<string, unknown>; errorType?: string }>();
    return { status: answer.statusCode, ...body };
  };
  const RULES = {
    baton_slots: 3,
    lease_minutes: 5,
    done_means: 'verified',
    verify_command: 'make check',
    verify_timeout_minutes: 120,
    verify_tries: 10,
    repository_url: 'https://example.com/ship',
  };

  test('are set by a person and by a key, and are in every answer', async () => {
    const person = { authorization: `Bearer ${await tokenFor(server, user)}` };
    expect(await put(person, RULES)).toMatchObject({ status: 200, data: RULES });
    expect(await put({ 'x-user-api-key': apiKey }, { baton_slots: 2 })).toMatchObject({
      status: 200,
      data: { ...RULES, baton_slots: 2 },
    });
    expect((await plan()).project).toMatchObject({ ...RULES, baton_slots: 2 });
    expect(await put(person, { verify_command: ' ', repository_url: '' })).toMatchObject({
      data: { verify_command: null, repository_url: null },
    });
  });

  test('a key cannot archive', async () => {
    const answer = await put({ 'x-user-api-key': apiKey }, { status: 'archived' });
    expect([answer.status, answer.errorType]).toEqual([403, 'FORBIDDEN']);
  });

  test('of another user’s project are not found', async () => {
    const stranger = await addUser(server);
    const theirs = (await generateApiKey(stranger.ctx)).apiKey;
    for (const headers of [
      { authorization: `Bearer ${await tokenFor(server, stranger)}` },
      { 'x-user-api-key': theirs },
    ])
      expect((await put(headers, { baton_slots: 2 })).status).toBe(404);
    expect((await plan()).project.baton_slots).toBe(1);
  });

  test.each([
    ['baton_slots', 0],
    ['baton_slots', 17],
    ['baton_slots', 1.5],
    ['lease_minutes', 4],
    ['lease_minutes', 241],
    ['done_means', 'maybe'],
    ['verify_timeout_minutes', 0],
    ['verify_tries', 11],
    ['repository_url', 'javascript:alert(1)'],
    ['repository_url', 'example.com'],
  ])('%s cannot be %j', async (name, value) => {
    expect((await put({ 'x-user-api-key': apiKey }, { [name]: value })).status).toBe(400);
  });

  test('a held task keeps the rule it was taken under; the next one has the new rule', async () => {
    const task = await createTask(user.ctx, {
      id: projectId,
      title: 'Keel',
      checks: [{ text: 'Straight', met: false }],
    });
    const { token } = await claim(task, 'one');
    await put({ 'x-user-api-key': apiKey }, { done_means: 'checks' });
    const end = (baton: string, checks?: { n: number; seen: string }[]) =>
      finishTask(agent('one'), {
        id: task.id,
        baton,
        outcome: 'done',
        summary: 'Laid the keel.',
        ...(checks === undefined ? {} : { checks }),
      });
    expect((await end(token)).task.status).toBe('done');
    await updateTask(user.ctx, { id: task.id, status: 'open' });
    const again = await claim(task, 'one');
    await expect(end(again.token)).rejects.toMatchObject({ type: 'CONFLICT', detail: { code: 'CHECKS_OPEN' } });
    expect((await plan()).batons).toHaveLength(1);
    const { task: done } = await end(again.token, [{ n: 1, seen: 'A taut line' }]);
    expect(done).toMatchObject({ status: 'done', checks: [{ met: true, seen: 'A taut line' }] });
  });
});
