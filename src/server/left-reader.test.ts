import { request } from 'node:http';
import { expect, test, vi } from 'vitest';
import { createProject } from '#server/projects/index.ts';
import { addUser, tokenFor } from '#test/builders.ts';
import { createFakeEngine } from '#test/fake-engine.ts';
import { startTestServer } from '#test/harness.ts';

test('a reader who leaves before the answer is no error of ours', async () => {
  const engine = createFakeEngine();
  const { promise: left, resolve: leave } = Promise.withResolvers<void>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  const { read } = engine;
  engine.read = async (content, wishes) => {
    ask();
    await left;
    return read(content, wishes);
  };
  const server = await startTestServer({ engine });
  const user = await addUser(server);
  const { id } = await createProject(user.ctx, { name: 'House' });
  const recorded = vi.spyOn(server.errorLog, 'record');
  const hasLeft = vi.fn();
  server.http.server.once('request', (_, response) => response.once('close', hasLeft));
  const url = new URL('/api/ai-engine/reading', await server.http.listen({ port: 0, host: '127.0.0.1' }));
  const headers = {
    authorization: `Bearer ${await tokenFor(server, user)}`,
    'content-type': 'application/json',
    'accept-encoding': 'gzip',
    'x-project-id': id,
  };
  const body = JSON.stringify({ content: '## Doors\n- R1: Open\n'.repeat(200) });

  const call = request(url, { method: 'POST', headers });
  call.on('error', () => undefined);
  call.end(body);
  await asked;
  call.destroy();
  await vi.waitFor(() => expect(hasLeft).toHaveBeenCalled());
  leave();
  // Handled after the first one: once it is answered, an error of the first would have been recorded.
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
  expect(recorded).not.toHaveBeenCalled();
  await server.dispose();
});
