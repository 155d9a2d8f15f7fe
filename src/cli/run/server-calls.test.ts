import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Refusal } from '../ask-server.ts';
import { closeConnections } from '../http-exchange.ts';
import { RunCalls, isFatal, isLost } from './server-calls.ts';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  closeConnections();
});

/** A server that gives these answers, the last one again and again. */
async function open(answers: Answer[], take: (body: string) => void = () => {}) {
  let count = 0;
  const server = createServer((request, response) => {
    const answer = answers[Math.min(count, answers.length - 1)];
    count += 1;
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      take(body);
      answer?.(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => void server.close());
  const away: (string | undefined)[] = [];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const calls = new RunCalls({
    to: { url, key: 'baton_x', agent: undefined },
    onAway: (reason) => away.push(reason),
    random: () => 0,
  });
  return { calls, away, count: () => count };
}

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const fine = json(200, { success: true, data: { id: 'run' } });
const refused = (status: number, errorType: string) => json(status, { success: false, error: 'No.', errorType });

test('a server that is away is waited for, and that is said once', async () => {
  const broken: Answer = (response) => void response.destroy();
  const { calls, away, count } = await open([broken, refused(503, 'MAINTENANCE'), fine]);
  expect(await calls.end('run', 'tasks')).toEqual({ id: 'run' });
  expect(count()).toBe(3);
  expect(away).toEqual([expect.stringContaining('cannot be reached'), undefined]);
});

test('a refusal is an answer: it is not asked again', async () => {
  const { calls, away, count } = await open([refused(409, 'STALE_LOCK')]);
  const error = await calls.end('run', 'tasks').catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(Refusal);
  expect([isLost(error), isFatal(error), count(), away]).toEqual([true, false, 1, []]);
});

test('a limit of the plan, which waiting does not lift, is not waited for', async () => {
  const { calls, count } = await open([refused(429, 'USAGE_LIMIT_EXCEEDED')]);
  await expect(calls.end('run', 'tasks')).rejects.toThrow('No.');
  expect(count()).toBe(1);
});

test('a key that is no longer valid ends the run', async () => {
  const { calls } = await open([refused(401, 'AUTHENTICATION_ERROR')]);
  expect(isFatal(await calls.beat('run', []).catch((thrown: unknown) => thrown))).toBe(true);
});

test('a beat is tried once, and one that arrives ends the wait of the others', async () => {
  const later = json(503, { success: false, error: 'No.', errorType: 'MAINTENANCE' }, { 'retry-after': '600' });
  const { calls, count } = await open([later, later, fine]);
  const waiting = calls.end('run', 'tasks');
  await expect.poll(count).toBe(1);
  await expect(calls.beat('run', [])).rejects.toThrow('answers 503');
  await calls.beat('run', []);
  expect(await waiting).toEqual({ id: 'run' });
});

test('a call that is called off does not wait on', async () => {
  const { calls, count } = await open([refused(503, 'MAINTENANCE')]);
  const stop = new AbortController();
  const waiting = calls.end('run', 'tasks', stop.signal);
  await expect.poll(count).toBe(1);
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
});

test('whatever programs printed is sent so that the server can store it', async () => {
  let sent = '';
  const { calls } = await open([fine], (body) => (sent = body));
  const [line, cut] = ['\u0000binary', '🚢'.slice(0, 1)];
  await calls.beat('run', [
    { name: 'x-1', client: 'x', state: 'verifying', since: '', note: cut, lines: { from: 1, text: line } },
  ]);
  expect(JSON.parse(sent)).toMatchObject({ workers: [{ note: '\ufffd', lines: { text: 'binary' } }] });
});
