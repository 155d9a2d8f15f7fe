import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { NewApiKey } from '#contract/api-key.ts';
import type { Id } from '#contract/fields.ts';
import { setUserStatus } from '#server/auth/index.ts';
import { type Agent, callRest, callTool } from '#test/agent-calls.ts';
import { type AgentInstance, ORIGIN, startAgentInstance } from '#test/agent-instance.ts';
import { ApiClient } from '#test/api-client.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { readLosses } from '#test/lock-calls.ts';

// Generous timeouts: these tests start and stop whole processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const SECOND = 1_000;
const CALLS = 20;

let database: TestDatabase;
let instance: AgentInstance;
let third: TestServices;
let urls: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  instance = await startAgentInstance(database.url, 2);
  third = await openTestServices({ databaseUrl: database.url });
  urls = instance.servers.map(({ url }) => url);
});
afterAll(async () => {
  await third.dispose();
  await instance.dispose();
  await database.drop();
});

/** An account with a key and a project, whose key both servers have cached. */
async function addAgent(email: string): Promise<{ person: ApiClient & { userId: Id }; agent: Agent; projectId: Id }> {
  const person = await ApiClient.signUp(urls[0] ?? '', email, ORIGIN);
  const made = await person.call<NewApiKey>('POST', '/api/auth/api-key');
  const agent = { key: made.data.apiKey, name: 'claude-code' };
  const projectId = (await person.createProject('Shared')).data.id;
  for (const url of urls)
    for (const call of doorsOf(url, agent, projectId)) expect(await call()).toMatchObject({ status: 200 });
  return { person, agent, projectId };
}

/** The endpoints of a server that accept the key. */
const doorsOf = (url: string, agent: Agent, projectId: Id) => [
  () =>
    callRest(url, agent, ['GET', `/api/projects/${projectId}/plan`]).then(({ status, failure }) => ({
      status,
      says: failure.error,
    })),
  () => callTool(url, agent, projectId, 'orient').then(({ status, text }) => ({ status, says: text })),
];

/** No call sent a second or more after the change succeeds, however slow this machine is. */
async function expectShutWithinASecond(
  call: () => Promise<{ status: number; says: string }>,
  changedAt: number,
  wanted: { status: number; says: RegExp },
): Promise<void> {
  for (;;) {
    const sentAfter = performance.now() - changedAt;
    const { status, says } = await call();
    if (status !== 200) {
      expect(status).toBe(wanted.status);
      return expect(says).toMatch(wanted.says);
    }
    expect(sentAfter).toBeLessThan(SECOND);
  }
}

describe('a key used at two servers', () => {
  test('that is regenerated at one is refused there at once and at the other within a second', async () => {
    const { person, agent, projectId } = await addAgent('regenerated@example.com');
    const made = await person.call<NewApiKey>('POST', '/api/auth/api-key/regenerate');
    const changedAt = performance.now();
    for (const call of doorsOf(urls[0] ?? '', agent, projectId)) expect(await call()).toMatchObject({ status: 401 });
    const wanted = { status: 401, says: /^This API key is not known\. It may have been regenerated/ };
    for (const call of doorsOf(urls[1] ?? '', agent, projectId)) await expectShutWithinASecond(call, changedAt, wanted);
    const renewed = { ...agent, key: made.data.apiKey };
    for (const url of urls)
      for (const call of doorsOf(url, renewed, projectId)) expect(await call()).toMatchObject({ status: 200 });
  });

  test('of an account that is suspended is refused at both within a second, and works again when it is not', async () => {
    const { person, agent, projectId } = await addAgent('suspended@example.com');
    const system = third.contextFor({ kind: 'system', name: 'test' });
    await setUserStatus(system, { userId: person.userId, status: 'suspended' });
    const changedAt = performance.now();
    const doors = urls.flatMap((url) => doorsOf(url, agent, projectId));
    const wanted = { status: 403, says: /^This account is suspended\./ };
    await Promise.all(doors.map((call) => expectShutWithinASecond(call, changedAt, wanted)));
    await setUserStatus(system, { userId: person.userId, status: 'active' });
    await vi.waitFor(
      async () => {
        for (const call of doors) expect(await call()).toMatchObject({ status: 200 });
      },
      { timeout: 10_000 },
    );
  });
});

describe('a baton that was taken from an agent', () => {
  const takers: Record<string, (taskId: Id | undefined) => Promise<{ status: number }>> = {
    'another agent': (taskId) =>
      callRest(urls[1] ?? '', instance.agent('taker'), ['POST', `/api/tasks/${taskId}/claim`], {
        takeover: true,
        reason: 'It stood still.',
      }),
    'a person': (taskId) => instance.person.call('POST', `/api/tasks/${taskId}/release`, { reason: 'It stood still.' }),
  };

  test.for(Object.entries(takers))(
    'by %s is told once, however many calls arrive at both servers',
    async ([, take]) => {
      const project = await instance.addProject({ tasks: 1 });
      const holder = instance.agent('holder');
      const claimed = await callRest<{ baton: { fence: number } }>(
        urls[0] ?? '',
        holder,
        ['POST', `/api/tasks/${project.taskIds[0]}/claim`],
        {},
      );
      expect(await take(project.taskIds[0])).toMatchObject({ status: 200 });
      const others = await callTool(urls[0] ?? '', instance.agent('bystander'), project.id, 'orient');
      expect(readLosses(others)).toEqual([]);
      const answers = await Promise.all(
        Array.from({ length: CALLS }, (_, index) =>
          callTool(urls[index % 2] ?? '', holder, project.id, index % 3 === 0 ? 'plan_read' : 'orient'),
        ),
      );
      expect(answers.flatMap(readLosses)).toEqual([claimed.data.baton.fence]);
      expect(answers.filter(({ text }) => text.includes('It stood still.'))).toHaveLength(1);
    },
  );
});
