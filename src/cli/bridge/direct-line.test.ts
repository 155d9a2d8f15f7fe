import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { BrokenExchange } from '../http-exchange.ts';
import { type DirectLine, openDirectLine } from './direct-line.ts';

type Reply = (socket: Socket, body: string, count: number) => void;

let reply: Reply;
let heads: string[];
let sockets: Socket[];
let url: string;
/** A raw TCP server whose every byte the test writes. */
beforeEach(async () => {
  [heads, sockets] = [[], []];
  const server = createServer((socket) => {
    sockets.push(socket);
    let waiting = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      waiting += text;
      const [head = '', body] = waiting.split('\r\n\r\n');
      const length = Number(/content-length: (\d+)/.exec(head)?.[1]);
      if (body === undefined || Buffer.byteLength(body) < length) return;
      waiting = '';
      heads.push(head);
      reply(socket, body, heads.length);
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp/one?a=b`;
  reply = (socket, body) => void socket.write(plain(body));
  return () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
});

const plain = (body: string, ...more: string[]) =>
  [
    'HTTP/1.1 200 OK',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    ...more,
    '',
    body,
  ].join('\r\n');
const answerWith = (headers: object) => ({ statusCode: 200, headers }) as IncomingMessage;
const never = new AbortController().signal;

async function open(): Promise<DirectLine> {
  const line = await openDirectLine(url, { authorization: 'Bearer key' });
  if (line === undefined) throw new Error('there is no direct line');
  onTestFinished(() => line.close());
  line.notice(answerWith({ 'content-length': '2' }));
  return line;
}

const ask = async (line: DirectLine, body: string, headers = {}, signal = never) =>
  (await line.ask(headers, body, signal))?.line.toString();

test('one question after another goes over one connection, and its answer comes back as a line', async () => {
  const line = await open();
  expect(await ask(line, '{"a":"ä€"}', { 'x-one': '1' })).toBe('{"a":"ä€"}\n');
  expect(await ask(line, '{}')).toBe('{}\n');
  expect(await ask(line, '')).toBe('\n');
  expect(sockets).toHaveLength(1);
  expect(heads[0]).toMatch(/^POST \/mcp\/one\?a=b HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\n/);
  expect(heads[0]).toContain('\r\nauthorization: Bearer key\r\n');
  expect(heads[0]).toMatch(/\r\nx-one: 1\r\ncontent-length: 13$/);
  expect(heads[1]).not.toContain('x-one');
});

test('questions side by side each have a connection, and those are used again', async () => {
  const waiting: (() => void)[] = [];
  reply = (socket, body) => {
    waiting.push(() => socket.write(plain(body)));
    if (waiting.length === 3) for (const answer of waiting.splice(0).toReversed()) answer();
  };
  const line = await open();
  const all = () => Promise.all(['1', '2', '3'].map((each) => ask(line, each)));
  expect(await all()).toEqual(['1\n', '2\n', '3\n']);
  expect(await all()).toEqual(['1\n', '2\n', '3\n']);
  expect(sockets).toHaveLength(3);
});

test('an answer that comes byte by byte is whole, and so is one far larger than a read', async () => {
  const large = JSON.stringify({ text: 'ü'.repeat(500_000) });
  reply = (socket, _body, count) => {
    if (count > 1) return void socket.write(plain(large));
    const bytes = Buffer.from(plain('{"é":1}'));
    const next = (at: number) => {
      if (at < bytes.length) socket.write(bytes.subarray(at, at + 1), () => setImmediate(next, at + 1));
    };
    next(0);
  };
  const line = await open();
  expect(await ask(line, '{}')).toBe('{"é":1}\n');
  expect((await ask(line, '{}')) === `${large}\n`).toBe(true);
});

test('a refusal is an answer too', async () => {
  reply = (socket) => void socket.write(plain('{"error":"no"}').replace('200 OK', '401 Unauthorized'));
  const line = await open();
  expect(await line.ask({}, '{}', never)).toMatchObject({ status: 401 });
});

test('a connection that says its end, or has ended while it rested, is not used again', async () => {
  const line = await open();
  reply = (socket, body) => void socket.write(plain(body, 'connection: close'));
  expect(await ask(line, '1')).toBe('1\n');
  reply = (socket, body) => void socket.write(plain(body));
  expect(await ask(line, '2')).toBe('2\n');
  const [, second] = sockets;
  const gone = once(second!, 'close');
  second?.end();
  await gone;
  expect(await ask(line, '3')).toBe('3\n');
  expect(sockets).toHaveLength(3);
});

test('one that was closed in the moment of asking is left to Node’s client, and the next is asked here', async () => {
  const line = await open();
  await ask(line, '1');
  reply = (socket) => void socket.resetAndDestroy();
  expect(await line.ask({}, '2', never)).toBeUndefined();
  reply = (socket, body) => void socket.write(plain(body));
  expect(await ask(line, '3')).toBe('3\n');
});

test.each([
  ['on a new connection', 0, ''],
  ['in the middle of the head', 1, 'HTTP/1.1 200 OK\r\ncontent-'],
  ['in the middle of the body', 1, plain('{"a":1}').slice(0, -3)],
])('a server that breaks off %s: no answer, and it may have been asked', async (_when, before, sent) => {
  const line = await open();
  for (let count = 0; count < before; count += 1) await ask(line, '{}');
  reply = (socket) => void socket.write(sent, () => socket.end());
  const asked = line.ask({}, '{}', never);
  await expect(asked).rejects.toBeInstanceOf(BrokenExchange);
  await expect(asked).rejects.toMatchObject({ wasSent: true, code: 'ECONNRESET' });
});

test('a server that is not there: nothing was sent', async () => {
  const line = await openDirectLine('http://127.0.0.1:9/mcp', {});
  line?.notice(answerWith({ 'content-length': '2' }));
  await expect(line?.ask({}, '{}', never)).rejects.toMatchObject({ wasSent: false, code: 'ECONNREFUSED' });
});

test.each([
  ['in pieces', plain('2\r\n{}\r\n0\r\n\r\n').replace(/content-length: \d+/, 'transfer-encoding: chunked')],
  ['as events', plain('data: {}\n\n').replace('application/json', 'text/event-stream')],
  ['with more than its length', `${plain('{}')}{}`],
  ['without an end of its head', `HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(20_000)}`],
])('an answer %s is not taken, and nothing is asked here any more', async (_how, sent) => {
  reply = (socket) => void socket.write(sent);
  const line = await open();
  expect(await line.ask({}, '{}', never)).toBeUndefined();
  reply = (socket, body) => void socket.write(plain(body));
  expect(await line.ask({}, '{}', never)).toBeUndefined();
  line.notice(answerWith({ 'content-length': '2' }));
  expect(await line.ask({}, '{}', never)).toBeUndefined();
  expect(heads).toHaveLength(1);
});

test('a page of something in between is not taken either, but does not end it', async () => {
  reply = (socket) =>
    void socket.write(plain('<h1>').replace('200 OK', '502 Bad Gateway').replace('application/json', 'text/html'));
  const line = await open();
  expect(await line.ask({}, '{}', never)).toBeUndefined();
  reply = (socket, body) => void socket.write(plain(body));
  expect(await ask(line, '{}')).toBe('{}\n');
});

test('bytes that nobody asked for end the connection', async () => {
  const line = await open();
  await ask(line, '1');
  const gone = once(sockets[0]!, 'close');
  sockets[0]?.write(plain('{"of":"another"}'));
  await gone;
  expect(await ask(line, '2')).toBe('2\n');
  expect(sockets).toHaveLength(2);
});

test('a question that is cancelled ends its connection, and the server sees that', async () => {
  const line = await open();
  const cancelled = new AbortController();
  const heard = new Promise<Socket>((resolve) => {
    reply = resolve;
  });
  const asked = line.ask({}, '{}', cancelled.signal);
  const gone = once(await heard, 'close');
  cancelled.abort();
  await expect(asked).rejects.toBeInstanceOf(BrokenExchange);
  await gone;
  expect(await line.ask({}, '{}', cancelled.signal)).toBeUndefined();
});

test('nothing is asked before an answer has said its length, or after one that did not', async () => {
  const line = await openDirectLine(url, {});
  expect(await line?.ask({}, '{}', never)).toBeUndefined();
  line?.notice(answerWith({ 'transfer-encoding': 'chunked' }));
  line?.notice(answerWith({ 'content-length': '2' }));
  expect(await line?.ask({}, '{}', never)).toBeUndefined();
  expect(sockets).toHaveLength(0);
});

test('what could become a second header is not written', async () => {
  const line = await open();
  expect(await line.ask({ 'x-one': '1\r\nx-two: 2' }, '{}', never)).toBeUndefined();
  expect(await openDirectLine(url, { authorization: 'Bearer key\nx-two: 2' })).toBeUndefined();
  expect(await openDirectLine(url.replace('http:', 'https:'), {})).toBeUndefined();
  expect(await openDirectLine(url.replace('http://', 'http://name:word@'), {})).toBeUndefined();
  expect(sockets).toHaveLength(0);
});
