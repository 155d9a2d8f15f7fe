import { afterAll, beforeAll, expect, test } from 'vitest';
import { generateApiKey } from '#server/auth/index.ts';
import { createTask } from '#server/plan/index.ts';
import { createProject } from '#server/projects/index.ts';
import { addUser } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

let server: TestServer;
let asked: { key: string; project: string };
beforeAll(async () => {
  server = await startTestServer();
  const user = await addUser(server);
  const { apiKey: key } = await generateApiKey(user.ctx);
  const { id } = await createProject(user.ctx, { name: 'Ship' });
  await createTask(user.ctx, { id, title: 'Keel', description: 'Lay it straight.\n'.repeat(1_000) });
  asked = { key, project: id };
});
afterAll(() => server.dispose());

/** The encoding of an answer for a client that accepts compression, and the length of its text. */
async function answer(method: string, params: object) {
  const { headers, rawPayload } = await server.http.inject({
    method: 'POST',
    url: `/mcp/${asked.project}`,
    headers: {
      authorization: `Bearer ${asked.key}`,
      accept: 'application/json, text/event-stream',
      'accept-encoding': 'gzip, deflate',
      'content-type': 'application/json',
      'mcp-protocol-version': '2025-11-25',
    },
    payload: { jsonrpc: '2.0', id: 1, method, params },
  });
  return { encoding: headers['content-encoding'], bytes: rawPayload.length };
}

test('an answer of a few packets is sent as it is', async () => {
  const { encoding, bytes } = await answer('tools/call', { name: 'task_get', arguments: { id: 'T1' } });
  expect(encoding).toBeUndefined();
  expect(bytes).toBeGreaterThan(1_024);
});

test('a long one is compressed', async () => {
  const args = { id: 'T1', budget: 8_000 };
  const { encoding } = await answer('tools/call', { name: 'task_get', arguments: args });
  expect(encoding).toBe('gzip');
});
