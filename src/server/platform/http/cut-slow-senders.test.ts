import { once } from 'node:events';
import { type IncomingMessage, createServer } from 'node:http';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { cutSlowSenders } from './cut-slow-senders.ts';

const LIMITS = { bodyWindowMs: 30_000, bodyBytesPerSecond: 1_024 };
const WINDOW_BYTES = 30 * 1_024;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** One request whose body the test sends piece by piece, with a fake clock. */
async function openUpload(reads: boolean) {
  let time = 0;
  const server = createServer();
  const look = cutSlowSenders(server, LIMITS, () => time);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client: Socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  closers.push(() => {
    client.destroy();
    server.close();
  });
  const asked = once(server, 'request') as Promise<[IncomingMessage]>;
  client.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\n\r\n');
  const [request] = await asked;
  const failures: unknown[] = [];
  if (reads) request.on('data', () => undefined).on('error', (error) => failures.push(error));
  return {
    request,
    failures,
    async send(bytes: number) {
      const wanted = request.socket.bytesRead + bytes;
      client.write(Buffer.alloc(bytes, 'x'));
      await expect.poll(() => request.socket.bytesRead, { interval: 1 }).toBe(wanted);
    },
    after(ms: number) {
      time += ms;
      look();
    },
  };
}

test('a body that keeps coming at the least rate may take an hour', async () => {
  const upload = await openUpload(true);
  for (let round = 0; round < 120; round += 1) {
    await upload.send(WINDOW_BYTES);
    upload.after(30_000);
  }
  expect(upload.failures).toEqual([]);
});

test('a body that drips is refused when its window is over, and not before', async () => {
  const upload = await openUpload(true);
  for (let second = 1; second < 30; second += 1) {
    await upload.send(1_000);
    upload.after(1_000);
  }
  expect(upload.failures).toEqual([]);
  upload.after(1_000);
  expect(upload.failures).toMatchObject([{ statusCode: 408 }]);
  upload.after(60_000);
  expect(upload.failures).toHaveLength(1);
});

test('what was sent fast at first does not pay for silence later', async () => {
  const upload = await openUpload(true);
  await upload.send(1_000_000);
  upload.after(1_000);
  upload.after(29_999);
  expect(upload.failures).toEqual([]);
  upload.after(1);
  expect(upload.failures).toHaveLength(1);
});

test('a sender does not pay for bytes that lie here unread', async () => {
  const upload = await openUpload(false);
  upload.request.on('error', (error) => upload.failures.push(error));
  await upload.send(1_000);
  await expect.poll(() => upload.request.readableLength).toBeGreaterThan(0);
  upload.after(300_000);
  expect(upload.failures).toEqual([]);
});

test('where nobody reads the body any more there is nothing to answer: the connection is cut', async () => {
  const upload = await openUpload(false);
  upload.after(30_000);
  expect(upload.request.socket.destroyed).toBe(true);
});

test('of a request that was destroyed meanwhile only the connection is left to cut', async () => {
  const upload = await openUpload(true);
  const { socket } = upload.request;
  // As a stream does that unpacks the body and finds it damaged.
  upload.request.destroy();
  Object.assign(upload.request, { socket: null });
  upload.after(30_000);
  expect([socket.destroyed, upload.failures]).toEqual([true, []]);
});
