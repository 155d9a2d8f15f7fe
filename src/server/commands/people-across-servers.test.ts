import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NewApiKey } from '#contract/api-key.ts';
import type { Id } from '#contract/fields.ts';
import type { GivenRole } from '#contract/people.ts';
import { callRest, callTool } from '#test/agent-calls.ts';
import { type AgentInstance, ORIGIN, startAgentInstance } from '#test/agent-instance.ts';
import { ApiClient } from '#test/api-client.ts';
import { type TestDatabase, createTestDatabase } from '#test/database.ts';

const SECOND = 1_000;

let database: TestDatabase;
let instance: AgentInstance;
let urls: [string, string];
let owner: ApiClient & { userId: Id };
beforeAll(async () => {
  database = await createTestDatabase();
  instance = await startAgentInstance(database.url, 2);
  urls = [instance.servers[0]?.url ?? '', instance.servers[1]?.url ?? ''];
  owner = await ApiClient.signUp(urls[0], 'mira@example.com', ORIGIN);
});
afterAll(async () => {
  await instance.dispose();
  await database.drop();
});

/** A person who joined by a link at the second server, with the key of their agents. */
async function addMember(projectId: Id, email: string, role: GivenRole) {
  const made = await owner.call<{ url: string }>('POST', `/api/projects/${projectId}/invitations`, { role });
  const person = await ApiClient.signUp(urls[1], email, ORIGIN);
  const token = made.data.url.split('/').at(-1);
  expect(await person.call('POST', '/api/invitations/accept', { token })).toMatchObject({ status: 200 });
  const { data } = await person.call<NewApiKey>('POST', '/api/auth/api-key');
  return { person, agent: { key: data.apiKey, name: 'codex-cli' } };
}

test('somebody who is removed at one server loses streams, pages and keys at the other within a second', async () => {
  const { id } = (await owner.createProject('Shared')).data;
  await owner.call('POST', `/api/projects/${id}/tasks`, { title: 'One' });
  const { person, agent } = await addMember(id, 'editor@example.com', 'editor');
  const stream = await person.followProject(id);
  const own = await person.follow();
  await owner.call('POST', `/api/projects/${id}/tasks`, { title: 'Two' });
  expect(await stream.next()).toMatchObject({ type: 'task.created' });
  expect(await callTool(urls[1], agent, id, 'task_claim')).toMatchObject({ isError: false });
  for (let told = await stream.next(); told?.type !== 'baton.taken'; told = await stream.next())
    expect(told).toBeDefined();

  await owner.call('DELETE', `/api/projects/${id}/people/${person.userId}`);
  const removedAt = performance.now();
  await owner.call('POST', `/api/projects/${id}/tasks`, { title: 'Secret' });
  const rest: string[] = [];
  for (let told = await stream.next(); told !== undefined; told = await stream.next()) rest.push(JSON.stringify(told));
  expect(rest.join('\n')).not.toContain('Secret');
  expect(await own.next()).toMatchObject({ type: 'project.unshared', data: { id, name: 'Shared' } });
  await own.close();

  const doors = [
    () => person.call('GET', `/api/projects/${id}`),
    () => person.call('GET', `/api/projects/${id}/plan`),
    () => callRest(urls[1], agent, ['GET', `/api/projects/${id}/plan`]),
    () => callRest(urls[1], agent, ['POST', `/api/projects/${id}/tools/orient`], {}),
    () =>
      callRest(urls[1], agent, ['POST', `/api/projects/${id}/tools/note`], { type: 'finding', body: 'Still here.' }),
    () => callRest(urls[1], agent, ['POST', `/api/projects/${id}/claim`], {}),
  ];
  for (const door of doors)
    for (;;) {
      const sentAfter = performance.now() - removedAt;
      const { status } = await door();
      if (status === 404) break;
      expect([status, sentAfter < SECOND]).toEqual([200, true]);
    }
  expect((await person.listProjects()).data).toEqual([]);
});

test('an editor who becomes a viewer may look and no longer change, at once and on both servers', async () => {
  const { id } = (await owner.createProject('Looked at')).data;
  const { person, agent } = await addMember(id, 'viewer@example.com', 'editor');
  const here = person.at(urls[0]);
  await owner.call('PATCH', `/api/projects/${id}/people/${person.userId}`, { role: 'viewer' });
  const refused = { status: 403, failure: { errorCode: 'NOT_FOR_ROLE' } };
  expect(await here.call('POST', `/api/projects/${id}/tasks`, { title: 'Mine' })).toMatchObject(refused);
  for (const url of urls) {
    const note = () =>
      callRest(url, agent, ['POST', `/api/projects/${id}/tools/note`], { type: 'finding', body: 'No.' });
    const answers = [];
    do answers.push(await note());
    while (answers.at(-1)?.status === 200);
    expect(answers.at(-1)).toMatchObject({ status: 403 });
    expect(await callTool(url, agent, id, 'orient')).toMatchObject({ isError: false });
  }
});
