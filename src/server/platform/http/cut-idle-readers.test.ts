import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { cutIdleReaders } from './cut-idle-readers.ts';

const LIMITS = { streamReaderMs: 30_000, readerMs: 120_000 };
/** More than all socket buffers on one machine hold. */
const MUCH = 32 * 1024 * 1024;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A response larger than the buffers, of which the client reads what the test allows. */
async function openAnswer(type: string, pieces: number) {
  let time = 0;
  const server = createServer();
  const look = cutIdleReaders(server, LIMITS, () => time);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  closers.push(() => {
    client.destroy();
    server.close();
  });
  const asked = once(server, 'request') as Promise<[unknown, ServerResponse]>;
  client.pause().write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [, response] = await asked;
  const { socket } = response;
  if (socket === null) throw new Error('the answer has no connection');
  response.setHeader('content-type', type);
  for (let piece = 0; piece < pieces; piece += 1) response.write(Buffer.alloc(MUCH / pieces, 'x'));
  const left = () => Number(Reflect.get(Reflect.get(socket, '_handle') as object, 'writeQueueSize'));
  const after = (ms: number) => {
    time += ms;
    look();
  };
  return {
    socket,
    after,
    /** Polled until the buffers are full, from when on nothing leaves any more. */
    isCutAfter(ms: number) {
      after(ms);
      return socket.destroyed;
    },
    async take(bytes: number) {
      let taken = 0;
      const before = `${left()} ${socket.writableLength}`;
      client.on('data', (chunk: Buffer) => {
        taken += chunk.length;
        if (taken >= bytes) client.pause();
      });
      client.resume();
      await expect.poll(() => `${left()} ${socket.writableLength}`).not.toBe(before);
      client.removeAllListeners('data');
      client.pause();
    },
  };
}

test('an event stream whose reader takes nothing is cut when its buffer has stood for its time', async () => {
  const answer = await openAnswer('text/event-stream; charset=utf-8', 512);
  answer.after(0);
  answer.after(29_999);
  expect(answer.socket.destroyed).toBe(false);
  await expect.poll(() => answer.isCutAfter(30_000)).toBe(true);
});

test('a download has longer', async () => {
  const answer = await openAnswer('application/gzip', 512);
  answer.after(0);
  answer.after(119_999);
  expect(answer.socket.destroyed).toBe(false);
  await expect.poll(() => answer.isCutAfter(120_000)).toBe(true);
});

test.each([
  ['in pieces', 512],
  ['in one', 1],
])('a reader that takes a little now and then is left alone, also when all was written %s', async (_, pieces) => {
  const answer = await openAnswer('text/event-stream; charset=utf-8', pieces);
  answer.after(0);
  for (let round = 0; round < 2; round += 1) {
    answer.after(29_999);
    await answer.take(4 * 1024 * 1024);
    answer.after(1);
  }
  answer.after(29_999);
  expect(answer.socket.destroyed).toBe(false);
});
