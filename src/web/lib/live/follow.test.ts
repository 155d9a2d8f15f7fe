import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure, fakeFetch, tokenFor } from '#test/fake-fetch.ts';
import type { StreamEvent } from './event-stream.ts';

const FEED = '/api/me/events';
type Line = ReadableStreamDefaultController<Uint8Array>;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

/** A server whose feed the test writes; one controller per connection. */
async function follow(refuse: () => Response | undefined = () => undefined) {
  vi.resetModules();
  const lines: Line[] = [];
  const connect = (line: Line, signal: AbortSignal | undefined) => {
    lines.push(line);
    signal?.addEventListener('abort', () => line.error(signal.reason));
  };
  let session = true;
  const server = fakeFetch(({ path, signal }) => {
    if (path === '/api/auth/token')
      return session ? Response.json({ token: tokenFor('u1') }) : failure(401, 'Your session has expired.');
    if (path !== FEED) return failure(401, 'Your session has expired.');
    return refuse() ?? new Response(new ReadableStream<Uint8Array>({ start: (line) => connect(line, signal) }));
  });
  const { followFeed } = await import('./follow.ts');
  const { resolveSession, getSession } = await import('../session/session.ts');
  await resolveSession();
  const seen: StreamEvent[] = [];
  const { stop } = followFeed({ path: FEED, onEvent: (event) => seen.push(event) });
  await vi.advanceTimersByTimeAsync(0);
  const say = async (text: string) => {
    lines.at(-1)?.enqueue(new TextEncoder().encode(text));
    await vi.advanceTimersByTimeAsync(0);
  };
  return { server, lines, seen, say, stop, getSession, endSession: () => (session = false) };
}

describe('a feed', () => {
  test('goes on after the last number it saw when the line breaks', async () => {
    const { server, lines, seen, say, stop } = await follow();
    await say('id: 7\nevent: change\ndata: {}\n\n');
    lines[0]?.close();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.to(FEED).map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '7']);
    await say('id: 8\nevent: change\ndata: {}\n\n');
    expect(seen.map(({ id }) => id)).toEqual(['7', '8']);
    stop();
  });

  test('waits longer after each failure, and not at all when the window is looked at again', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const { server, stop } = await follow(() => failure(500, 'Broken'));
    expect(server.to(FEED)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(server.to(FEED)).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(server.to(FEED)).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(1);
    expect(server.to(FEED)).toHaveLength(3);
    window.dispatchEvent(new Event('focus'));
    await vi.advanceTimersByTimeAsync(0);
    expect(server.to(FEED)).toHaveLength(4);
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.to(FEED)).toHaveLength(4);
  });

  test('gives up its line without a network and goes on at once when there is one again', async () => {
    const { server, say, stop } = await follow();
    await say('id: 7\nevent: change\ndata: {}\n\n');
    window.dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(0);
    expect(server.to(FEED)).toHaveLength(1);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(server.to(FEED).map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '7']);
    stop();
  });

  test('takes a line that has fallen silent for dead', async () => {
    const { server, lines, stop } = await follow();
    expect(lines).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(22_000);
    expect(server.to(FEED)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(server.to(FEED).length).toBeGreaterThan(1);
    stop();
  });

  test('asks whether the session still stands when it is ended', async () => {
    const { say, lines, endSession, getSession, server } = await follow();
    endSession();
    await say('event: ended\ndata: {}\n\n');
    lines[0]?.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(getSession()).toEqual({ status: 'signed-out', because: 'expired' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.to(FEED)).toHaveLength(1);
  });
});
