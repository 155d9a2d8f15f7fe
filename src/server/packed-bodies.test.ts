import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onReportedError } from '#server/platform/guard.ts';
import { addUser, tokenFor } from '#test/builders.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

const IMPORT = 'POST /api/projects/import';
const ANY_ID = '01900000-0000-7000-8000-000000000000';
/** Many times what the server would read of any body. */
const BOMB = Buffer.alloc(16 * 1024 * 1024);
const PLAN = Buffer.from(JSON.stringify({ name: 'Packed', title: 'x'.repeat(2_000) }));

const PACKERS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: (bytes) => gzipSync(bytes),
  deflate: (bytes) => deflateSync(bytes),
  br: (bytes) => brotliCompressSync(bytes),
  zstd: (bytes) => zstdCompressSync(bytes),
};
/** What was found to end the server first, and its relatives. */
const BODIES = Object.entries(PACKERS).flatMap(([encoding, pack]) => {
  const whole = pack(PLAN);
  const half = whole.subarray(0, whole.length / 2);
  return [
    { encoding, body: Buffer.alloc(65_536), length: 65_536 },
    { encoding, body: pack(BOMB), length: undefined },
    { encoding, body: half, length: half.length },
    { encoding, body: half, length: whole.length },
  ];
});
const ODD_ENCODINGS = ['x-gzip', 'identity, gzip', 'gzip, gzip', 'banana', ''].map((encoding) => ({
  encoding,
  body: PLAN,
  length: PLAN.length,
}));

let server: TestServer;
let port: number;
let token: string;
const reported: unknown[] = [];
const stopListening = onReportedError((error) => reported.push(error));
beforeAll(async () => {
  server = await startTestServer({ limits: { checkEveryMs: 5, lingerMs: 60_000 } });
  port = Number(new URL(await server.http.listen({ port: 0, host: '127.0.0.1' })).port);
  token = await tokenFor(server, await addUser(server));
});
afterAll(async () => {
  stopListening();
  await server.dispose();
});

interface Sent {
  encoding: string;
  body: Buffer;
  /** What is announced; less arrives where it is more. */
  length?: number | undefined;
}

/** The status, or undefined where the connection is cut without an answer. */
async function send(route: string, { encoding, body, length = body.length }: Sent, credentials: string) {
  const [method = '', path = ''] = route.split(' ');
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  const lines = [
    `${method} ${path.replaceAll(/:\w+/g, ANY_ID).replace('*', 'sign-in/email')} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    'Content-Type: application/json',
    `Content-Encoding: ${encoding}`,
    `Content-Length: ${length}`,
    ...(credentials === '' ? [] : [`Authorization: Bearer ${credentials}`]),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.end(body);
  const answer = await text(socket).catch(() => '');
  const status = /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1];
  return { status: status === undefined ? undefined : Number(status), answer };
}

const withBody = () => server.http.mounted.filter((route) => /^(POST|PUT|PATCH|DELETE) /.test(route));

/** The watcher of slow bodies answers this one: it has looked at all those before, for which a busy machine had time. */
async function awaitWatcher() {
  server.http.limits.bodyWindowMs = 50;
  const drip = { encoding: 'identity', body: Buffer.from('{'), length: 1_000 };
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(
    `POST /api/projects HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${drip.length}\r\n\r\n{`,
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /);
  server.http.limits.bodyWindowMs = 30_000;
}

test('a compressed body is refused with 415 at every address but the import, and harms nobody', async () => {
  const routes = withBody();
  expect(routes).toEqual(expect.arrayContaining([IMPORT, 'POST /mcp', 'POST /api/auth/*', 'POST /api/projects']));
  const wrong: string[] = [];
  for (const route of routes)
    for (const credentials of ['', token]) {
      const sent = route === IMPORT ? BODIES : [...BODIES, ...ODD_ENCODINGS];
      await Promise.all(
        sent.map(async (each) => {
          const { status, answer } = await send(route, each, credentials);
          // Whoever hangs up in the middle of a body gets another refusal, or none.
          const isCut = each.length !== undefined && each.length > each.body.length;
          const isOpen = isCut || route === IMPORT;
          const isRight = isOpen ? status === undefined || String(status).startsWith('4') : status === 415;
          if (!isRight) wrong.push(`${route} ${each.encoding} ${each.body.length}: ${answer.slice(0, 200)}`);
        }),
      );
    }
  expect(wrong).toEqual([]);
  await awaitWatcher();
  await server.errorLog.flush();
  expect((await server.database.pool.query('select message from error_logs')).rows).toEqual([]);
  expect(reported).toEqual([]);
});

test('a refused body of many megabytes is taken, so that its sender and a proxy between read the answer', async () => {
  const body = Buffer.alloc(8 * 1024 * 1024);
  for (let round = 0; round < 20; round += 1)
    expect(await send('POST /api/projects', { encoding: 'br', body }, token)).toMatchObject({ status: 415 });
});

test('of a refused body that does not end, the connection is cut soon', async () => {
  server.http.limits.lingerMs = 50;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  socket.write('POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n');
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const sending = setInterval(() => socket.writableNeedDrain || socket.write(chunk), 1);
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: Buffer | string) => (answer += String(part)));
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(sending);
  // A reset may overtake the answer.
  expect(answer).toMatch(/^(HTTP\/1\.1 415 [\s\S]*\r\nconnection: close\r\n[\s\S]*)?$/i);
});

test('the refusal says what to do, and a body that says it is as it is passes', async () => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const create = (encoding: string) =>
    server.http.inject({
      method: 'POST',
      url: '/api/projects',
      headers: { ...headers, 'content-encoding': encoding },
      payload: { name: 'Plain' },
    });
  const refused = await create('gzip');
  expect([refused.statusCode, refused.json()]).toEqual([
    415,
    {
      success: false,
      errorType: 'VALIDATION_ERROR',
      error: 'A compressed body is not accepted here: send it without Content-Encoding.',
      requestId: expect.any(String) as string,
    },
  ]);
  expect((await create('Identity')).statusCode).toBe(201);
  expect((await server.http.inject({ url: '/nowhere', headers: { 'content-encoding': 'br' } })).statusCode).toBe(415);
});
