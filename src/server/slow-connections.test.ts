import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { createProject } from '#server/projects/index.ts';
import { addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function start(limits: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer & { port: number }> {
  const server = await startTestServer(limits);
  open.push(() => server.dispose());
  const port = Number(new URL(await server.http.listen({ port: 0, host: '127.0.0.1' })).port);
  return { ...server, port };
}

async function dial({ port }: { port: number }): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  open.push(async () => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** Timeouts short enough that every request of these tests exceeds them. */
const SMALL = { headersMs: 50, bodyWindowMs: 50, keepAliveMs: 50, streamReaderMs: 50, checkEveryMs: 20 };
const bodyOf = (answer: string): unknown => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')));
const TOO_SLOW = {
  success: false,
  errorType: 'VALIDATION_ERROR',
  error: 'The request took too long to arrive. Nothing was changed: send it again.',
  requestId: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
};

describe('without being told otherwise a server', () => {
  test('waits 15 s for headers, 30 s for 30 KB of a body, 15 s for the next request, and looks every second', async () => {
    const server = await start();
    const { headersTimeout, requestTimeout, keepAliveTimeout } = server.http.server;
    expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
      headersTimeout: 15_000,
      requestTimeout: 0,
      keepAliveTimeout: 15_000,
    });
    expect(server.http.limits).toEqual({
      headersMs: 15_000,
      bodyWindowMs: 30_000,
      bodyBytesPerSecond: 1_024,
      uploadGraceMs: 30_000,
      uploadBytesPerSecond: 32 * 1_024,
      uploadMs: 600_000,
      lingerMs: 1_000,
      keepAliveMs: 15_000,
      streamReaderMs: 30_000,
      readerMs: 120_000,
      finishWithinMs: 5_000,
      checkEveryMs: 1_000,
    });
  });

  test('keeps the connections of its own proxies longer than they do', async () => {
    const server = await start({ env: { BATON_TRUSTED_PROXIES: '127.0.0.1' } });
    expect(server.http.server.keepAliveTimeout).toBe(65_000);
  });
});

test('headers that do not end are answered in the envelope, and cut', async () => {
  const socket = await dial(await start({ limits: SMALL }));
  socket.write('GET /healthz HTTP/1.1\r\nHost: loc');
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(bodyOf(answer)).toEqual(TOO_SLOW);
});

test('a connection on which nothing comes is cut', async () => {
  const socket = await dial(await start({ limits: SMALL }));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
});

test('a connection on which nothing more comes is cut', async () => {
  const socket = await dial(await start({ limits: { ...SMALL, headersMs: 60_000 } }));
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(bodyOf(await text(socket))).toEqual({ status: 'ok' });
});

test.each(['/api/auth/sign-in/email', '/api/projects', '/mcp', '/api/webhooks/paypal', '/api/nowhere'])(
  'a body that drips is answered in the envelope, and cut: %s',
  async (path) => {
    const socket = await dial(await start({ limits: SMALL }));
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
    );
    const answer = await text(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(bodyOf(answer)).toEqual(TOO_SLOW);
  },
);

test('a change feed whose reader takes nothing is given up', async () => {
  const server = await start({ limits: { ...SMALL, headersMs: 60_000 } });
  const user = await addUser(server);
  const { id } = await createProject(user.ctx, { name: 'House' });
  await server.database.pool.query(
    `insert into feed (scope, seq, events, actor, at)
     select $1, n, jsonb_build_array(jsonb_build_object('type', 'task.updated', 'data', jsonb_build_object('text', repeat('x', 16000)))), '{}', now()
     from generate_series(1000, 2999) as n`,
    [`project:${id}`],
  );
  await server.database.pool.query('update feed_heads set seq = 2999 where scope = $1', [`project:${id}`]);
  const socket = await dial(server);
  const streams = async () => (await server.metrics.openStreams.get()).values[0]?.value ?? 0;
  socket
    .pause()
    .write(
      `GET /api/projects/${id}/events?since=0 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${await tokenFor(server, user)}\r\n\r\n`,
    );
  await expect.poll(streams).toBe(1);
  await expect.poll(streams, { timeout: 20_000 }).toBe(0);
});
