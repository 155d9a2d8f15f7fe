import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '#contract/endpoints.ts';
import type { Id } from '#contract/fields.ts';
import { addNote } from '#server/notes/index.ts';
import { createTask } from '#server/plan/index.ts';
import { agentSightings, outboxMails, sessions } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { createProject } from '#server/projects/index.ts';
import { type TestUser, addUser, raiseProjectLimit, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

/** Unpaginated list answers whose length is bounded. */
const SHORT = new Set(['/api/setup-status', '/api/admin/logs', '/api/projects/:id/webhook/deliveries']);

const ROWS = 5;
let server: TestServer;
let user: TestUser;
let headers: Record<string, string>;
let projectId: Id;

beforeAll(async () => {
  server = await startTestServer();
  await raiseProjectLimit(server);
  user = await addUser(server);
  // The outbox is shown to a browser on this machine only.
  const browser = { host: 'localhost:3000', connection: 'keep-alive' };
  headers = { authorization: `Bearer ${await tokenFor(server, user)}`, ...browser };
  for (let i = 0; i < ROWS; i += 1) {
    ({ id: projectId } = await createProject(user.ctx, { name: `Project ${i}` }));
    await server.db.insert(sessions).values({
      id: newId(),
      userId: user.id,
      token: `other-${i}`,
      expiresAt: new Date(server.now().getTime() + 60_000),
    });
    await server.db
      .insert(outboxMails)
      .values({ id: newId(), recipient: user.email, subject: `Mail ${i}`, textBody: '', htmlBody: '' });
  }
  for (let i = 0; i < ROWS; i += 1) {
    await createTask(user.ctx, { id: projectId, title: `Task ${i}` });
    await server.http.inject({
      method: 'POST',
      url: `/api/projects/${projectId}/task-lists`,
      headers,
      payload: { name: `List ${i}` },
    });
    await addNote(user.ctx, { id: projectId, type: 'CONTEXT', body: `Note ${i}`, pinned: false });
    await server.db
      .insert(agentSightings)
      .values({ projectId, agent: `agent ${i}`, firstCallAt: server.now(), lastCallAt: server.now(), calls: 1 });
  }
});
afterAll(() => server.dispose());

interface Page {
  data: { id?: string; agent?: string }[];
  nextCursor: string | number | null;
}

async function read(path: string, query: Record<string, string> = {}): Promise<Page> {
  const url = `${path}?${new URLSearchParams(query)}`;
  const answer = await server.http.inject({ url, headers });
  expect([url, answer.statusCode]).toEqual([url, 200]);
  return answer.json<Page>();
}

test('every list that is answered as one takes limit and cursor, or cannot grow', () => {
  const lists = ENDPOINTS.filter(({ method, answer }) => method === 'GET' && answer instanceof z.ZodArray);
  const without = lists.filter(
    ({ query }) => query === undefined || !('cursor' in query.shape && 'limit' in query.shape),
  );
  expect(without.map(({ path }) => path).filter((path) => !SHORT.has(path))).toEqual([]);
  expect(lists.length).toBeGreaterThan(SHORT.size);
});

describe.each([
  ['/api/projects', 0],
  ['/api/projects/:id/tasks', 0],
  ['/api/projects/:id/task-lists', 1],
  ['/api/projects/:id/notes', 0],
  ['/api/me/sessions', 1],
  ['/api/agents', 0],
  ['/api/outbox', 0],
])('%s', (pattern, more) => {
  const path = () => pattern.replace(':id', projectId);
  const names = ({ data }: Page) => data.map(({ id, agent }) => id ?? agent);

  test('is answered page by page, each row once and in the order of the whole', async () => {
    const whole = await read(path());
    expect(whole.data).toHaveLength(ROWS + more);
    expect(whole.nextCursor).toBeNull();
    const seen: unknown[] = [];
    let cursor: string | number | null = null;
    do {
      const page: Page = await read(path(), { limit: '2', ...(cursor === null ? {} : { cursor: String(cursor) }) });
      expect(page.data.length).toBeLessThanOrEqual(2);
      seen.push(...names(page));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(names(whole));
    expect((await read(path(), { limit: String(ROWS + more) })).nextCursor, 'a full last page is the last').toBeNull();
  });

  test.each(['limit=0', 'limit=-1', 'limit=1000000', 'limit=x', 'cursor=%00', 'cursor=', 'limit=1&limit=2'])(
    'refuses %s',
    async (query) => {
      const answer = await server.http.inject({ url: `${path()}?${query}`, headers });
      expect(answer.statusCode).toBe(400);
    },
  );
});

test('the cursor of somebody else leads nowhere', async () => {
  const other = await addUser(server);
  const { id } = await createProject(other.ctx, { name: 'Private' });
  expect(await read('/api/projects', { cursor: id })).toMatchObject({ data: [], nextCursor: null });
  const task = await createTask(other.ctx, { id, title: 'Private' });
  expect(await read(`/api/projects/${projectId}/tasks`, { cursor: task.id })).toMatchObject({ data: [] });
});

test('the document of the interface tells of the next page', async () => {
  const { body } = await server.http.inject({ url: '/api/openapi.json' });
  const { paths } = JSON.parse(body) as { paths: Record<string, unknown> };
  for (const path of ['/api/projects', '/api/projects/{id}/tasks', '/api/outbox'])
    expect(JSON.stringify(paths[path])).toContain('"nextCursor"');
  expect(JSON.stringify(paths['/api/me'])).not.toContain('"nextCursor"');
});
