import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { generateApiKey } from '#server/auth/index.ts';
import { userLimits } from '#server/platform/db/tables/index.ts';
import { createProject } from '#server/projects/index.ts';
import { addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

/** What every endpoint answers for an account at its storage limit. */

let server: TestServer;
let projectId: Id;
let person: Record<string, string>;
let agent: Record<string, string>;
beforeAll(async () => {
  server = await startTestServer();
  const owner = await addUser(server);
  projectId = (await createProject(owner.ctx, { name: 'Full' })).id;
  await server.db.insert(userLimits).values({ userId: owner.id, storageMb: 0 });
  person = { authorization: `Bearer ${await tokenFor(server, owner)}` };
  agent = { 'x-user-api-key': (await generateApiKey(owner.ctx)).apiKey, 'x-project-id': projectId };
});
afterAll(() => server.dispose());

const FULL = {
  success: false,
  errorType: 'USAGE_LIMIT_EXCEEDED',
  errorCode: 'STORAGE_FULL',
  usage: { storage: { current: expect.any(Number) as number, limit: 0 } },
};
const ask = (url: string, headers: Record<string, string>, payload: object) =>
  server.http.inject({ method: 'POST', url, headers, payload });

test.each([
  ['a task', 'tasks', { title: 'One more' }],
  ['a note', 'notes', { type: 'FINDING', body: 'Wet.' }],
  ['a checkpoint', 'checkpoints', { name: 'Now' }],
])('over REST %s is refused with what is kept and allowed', async (_what, folder, payload) => {
  const answer = await ask(`/api/projects/${projectId}/${folder}`, person, payload);
  expect([answer.statusCode, answer.json()]).toMatchObject([429, FULL]);
  expect(answer.headers['retry-after']).toBe('3600');
});

test('so is the tool that the command line calls, and over MCP the agent reads what frees room', async () => {
  const note = { type: 'finding', body: 'Wet.' };
  const rest = await ask(`/api/projects/${projectId}/tools/note`, agent, note);
  expect([rest.statusCode, rest.json()]).toMatchObject([429, FULL]);
  const mcp = await ask(
    `/mcp/${projectId}`,
    { ...agent, accept: 'application/json, text/event-stream' },
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'note', arguments: note } },
  );
  const { result } = mcp.json<{ result: { isError?: boolean; content: { text: string }[] } }>();
  expect(result.isError).toBe(true);
  expect(result.content[0]?.text).toContain('Delete checkpoints');
});

test('reading goes on', async () => {
  const answer = await server.http.inject({ method: 'GET', url: `/api/projects/${projectId}/plan`, headers: person });
  expect(answer.statusCode).toBe(200);
});
