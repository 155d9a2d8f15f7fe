import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { readEvents } from '#server/platform/feed.ts';
import { createProject } from '#server/projects/index.ts';
import { addMember } from '#test/add-member.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { callTool } from '#test/mcp-call.ts';

let server: TestServer;
let owner: TestUser;
let editor: TestUser;
let viewer: TestUser;
let project: Id;
beforeAll(async () => {
  server = await startTestServer();
  await raiseProjectLimit(server);
});
afterAll(() => server.dispose());
beforeEach(async () => {
  owner = await addUser(server, { name: 'Mira' });
  ({ id: project } = await createProject(owner.ctx, { name: 'Shared' }));
  editor = await addMember(server, project, 'editor', await addUser(server, { name: 'Tom' }));
  viewer = await addMember(server, project, 'viewer');
});

const keyOf = async ({ ctx }: TestUser) => (await generateApiKey(ctx)).apiKey;

async function rest(user: TestUser, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) {
  const headers = { authorization: `Bearer ${await tokenFor(server, user)}` };
  const { statusCode, json } = await server.http.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: statusCode, ...json<{ data: Record<string, unknown>; errorCode?: string }>() };
}
const addTask = async (user: TestUser, title: string) =>
  (await rest(user, 'POST', `/api/projects/${project}/tasks`, { title })).data as { id: Id; number: number };

describe('agents of the people of a project', () => {
  test('an editor’s takes, notes, reads and finishes a task over MCP', async () => {
    await addTask(owner, 'Build it');
    await addTask(owner, 'Ship it');
    const asked = { key: await keyOf(editor), project };
    const claimed = await callTool(server, 'task_claim', {}, asked);
    expect(claimed.text).toContain('Build it');
    const baton = /\d+\.[\da-z]{8}/.exec(claimed.text)?.[0] ?? '';
    expect(await callTool(server, 'note', { type: 'finding', body: 'It leaks.' }, asked)).toMatchObject({
      isError: false,
    });
    expect((await callTool(server, 'task_get', { id: 'T1' }, asked)).text).toContain('It leaks.');
    expect((await callTool(server, 'plan_read', {}, asked)).text).toContain('Build it');
    expect((await callTool(server, 'plan_read', { q: 'leaks' }, asked)).text).toContain('leaks');
    const edit = { ops: [{ op: 'update', id: 'T2', title: 'Build it well' }] };
    expect(await callTool(server, 'plan_edit', edit, asked)).toMatchObject({ isError: false });
    const finish = { id: 'T1', baton, outcome: 'done', summary: 'It is built and tested.' };
    expect(await callTool(server, 'task_finish', finish, asked)).toMatchObject({ isError: false });
  });

  test('a viewer’s reads everything and is told why it changes nothing', async () => {
    await addTask(owner, 'Build it');
    const asked = { key: await keyOf(viewer), project };
    for (const [tool, args] of [
      ['orient', {}],
      ['plan_read', {}],
      ['task_get', { id: 'T1' }],
      ['plan_read', { q: 'build' }],
      ['checkpoint', { action: 'list' }],
    ] as const)
      expect([tool, (await callTool(server, tool, args, asked)).isError]).toEqual([tool, false]);
    for (const [tool, args] of [
      ['task_claim', {}],
      ['task_claim', { id: 'T1' }],
      ['note', { type: 'finding', body: 'Seen.' }],
      ['note', { type: 'finding', body: 'Seen.', task: 'T1' }],
      ['plan_edit', { ops: [{ op: 'add', title: 'Mine' }] }],
      ['plan_edit', { ops: [{ op: 'update', id: 'T1', title: 'Mine' }] }],
      ['task_finish', { id: 'T1', baton: '1.aaaaaaaa', outcome: 'done', summary: 'It is done.' }],
      ['checkpoint', { action: 'save', name: 'Now' }],
    ] as const) {
      const answer = await callTool(server, tool, args, asked);
      expect([tool, answer.isError, answer.text]).toEqual([
        tool,
        true,
        expect.stringContaining('FORBIDDEN: You may look at this project, not change it.'),
      ]);
    }
  });

  test('say whose they are', async () => {
    await addTask(owner, 'Build it');
    await callTool(server, 'task_claim', {}, { key: await keyOf(editor), project });
    const { data } = await rest(viewer, 'GET', `/api/projects/${project}/activity`);
    expect(JSON.stringify(data)).toContain(editor.id);
  });
});

test('two people’s agents of one name are two agents: the baton goes from one to the other', async () => {
  await addTask(owner, 'Build it');
  const theirs = { key: await keyOf(editor), project, client: 'claude-code' };
  const claimed = await callTool(server, 'task_claim', {}, theirs);
  const baton = /\d+\.[\da-z]{8}/.exec(claimed.text)?.[0] ?? '';
  const back = { id: 'T1', baton, outcome: 'release', summary: 'The other one goes on here.' };
  expect(await callTool(server, 'task_finish', back, theirs)).toMatchObject({ isError: false });
  await callTool(server, 'task_claim', {}, { key: await keyOf(owner), project, client: 'claude-code' });
  const { data } = await rest(viewer, 'GET', `/api/projects/${project}/timeline`);
  const told = data['items'] as { kind: string; who: { id: Id; name: string }; data: object }[];
  expect(told.find(({ kind }) => kind === 'handover')).toMatchObject({
    who: { id: owner.id, name: 'claude-code' },
    data: { from: 'claude-code', from_of: editor.id },
  });
});

test('a task named by its id alone is an editor’s to change, and not a stranger’s', async () => {
  const { id } = await addTask(owner, 'Build it');
  const headers = { 'x-user-api-key': await keyOf(editor) };
  const patch = { method: 'PATCH' as const, url: `/api/tasks/${id}`, payload: { title: 'Renamed' } };
  expect((await server.http.inject({ ...patch, headers })).statusCode).toBe(200);
  const claim = await server.http.inject({ method: 'POST', url: `/api/tasks/${id}/claim`, headers, payload: {} });
  expect(claim.statusCode).toBe(200);
  const stranger = { 'x-user-api-key': await keyOf(await addUser(server)) };
  expect((await server.http.inject({ ...patch, headers: stranger })).statusCode).toBe(404);
});

test('a question reaches the owner and editors by mail, and a viewer who wants it', async () => {
  const asked = { key: await keyOf(editor), project };
  await addTask(owner, 'Build it');
  const keen = await addMember(server, project, 'viewer');
  const headers = { authorization: `Bearer ${await tokenFor(server, keen)}` };
  const url = `/api/projects/${project}/notifications`;
  const shown = await server.http.inject({ url, headers });
  expect(shown.json()).toMatchObject({ data: { email: { needs_you: false } } });
  await server.http.inject({ method: 'PUT', url, headers, payload: { email: { needs_you: true } } });
  const claimed = await callTool(server, 'task_claim', {}, asked);
  const baton = /\d+\.[\da-z]{8}/.exec(claimed.text)?.[0] ?? '';
  const finish = { id: 'T1', baton, outcome: 'ask', summary: 'It needs a decision first.', question: 'Which one?' };
  expect(await callTool(server, 'task_finish', finish, asked)).toMatchObject({ isError: false });
  await rest(owner, 'GET', `/api/projects/${project}/timeline`);
  const { rows } = await server.database.pool.query<{ user_id: string }>(
    'select user_id from notification_mails where project_id = $1',
    [project],
  );
  expect(rows.map(({ user_id }) => user_id).toSorted()).toEqual([owner.id, editor.id, keen.id].toSorted());
  const needs = await rest(editor, 'GET', '/api/me/news');
  expect(JSON.stringify(needs.data)).toContain('Which one?');
});

test('a project of others is not part of what an account takes away', async () => {
  const own = await createProject(editor.ctx, { name: 'Own' });
  const headers = { authorization: `Bearer ${await tokenFor(server, editor)}` };
  const answer = await server.http.inject({ url: '/api/me/export', headers });
  const { projects } = answer.json<{ data: { projects: { project: { id: string } }[] } }>().data;
  expect(projects.map(({ project: { id } }) => id)).toEqual([own.id]);
});

test('what a shared project uses counts for its owner', async () => {
  const usage = async (user: TestUser) =>
    (await rest(user, 'GET', '/api/subscriptions/current')).data['usage'] as Record<string, number>;
  const headers = { authorization: `Bearer ${await tokenFor(server, editor)}`, 'x-project-id': project };
  const made = await server.http.inject({
    method: 'POST',
    url: '/api/ai-engine/prd-to-tasks',
    headers,
    payload: { content: '# Shop\n\n- Customers must be able to pay by card.\n', sessionId: 'gen_1' },
  });
  expect(made.statusCode).toBe(200);
  expect(await usage(owner)).toMatchObject({ prd_uploads_used: 1, task_generations_used: 1, projects_count: 1 });
  expect(await usage(editor)).toMatchObject({ prd_uploads_used: 0, projects_count: 0, storage_bytes_used: 0 });
});

test('an account that is deleted takes its projects from those who shared them, and its person from those of others', async () => {
  const theirs = await createProject(editor.ctx, { name: 'Theirs' });
  await addMember(server, theirs.id, 'editor', owner);
  const headers = { authorization: `Bearer ${await tokenFor(server, owner)}` };
  const answer = await server.http.inject({
    method: 'DELETE',
    url: '/api/me',
    headers,
    payload: { confirm: owner.email },
  });
  expect(answer.statusCode).toBe(200);
  expect((await rest(viewer, 'GET', `/api/projects/${project}`)).status).toBe(404);
  const told = await readEvents(server.db, `user:${viewer.id}`, 0, 10);
  expect(told.at(-1)).toMatchObject({ type: 'project.unshared', data: { id: project, name: 'Shared' } });
  const left = await readEvents(server.db, `project:${theirs.id}`, 0, 10);
  expect(left.at(-1)).toMatchObject({ type: 'person.left', data: { name: 'Mira' } });
});
