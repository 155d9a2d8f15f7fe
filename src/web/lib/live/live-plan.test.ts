import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { FeedEvent } from '#contract/events.ts';
import type { Plan } from '#contract/plan.ts';
import { failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import type { PlanData } from './plan-data.ts';
import { queryKeys } from '../net/query-keys.ts';
import { at, sampleEvent as event, sampleNote, samplePlan, sampleTask as task } from '#test/web/sample-plan.ts';

const FEED = '/api/projects/p1/events';
const PLAN = '/api/projects/p1/plan';
const PROJECT = '/api/projects/p1';
type Line = ReadableStreamDefaultController<Uint8Array>;

const stops: (() => void)[] = [];
beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

/** A server with one plan, and a screen that shows and follows it. */
async function follow() {
  vi.resetModules();
  const lines: Line[] = [];
  const server = {
    plan: () => success(samplePlan()) as Response | Promise<Response>,
    feed: () => undefined as Response | undefined,
    project: () => success({}),
    session: true,
  };
  const asked = fakeFetch(({ path, signal }) => {
    if (path === '/api/auth/token')
      return server.session ? Response.json({ token: tokenFor('u1') }) : failure(401, 'Your session has expired.');
    if (path === PLAN) return server.plan();
    if (path === PROJECT) return server.project();
    if (!path.startsWith(FEED)) return failure(401, 'Your session has expired.');
    const connect = (line: Line) => {
      lines.push(line);
      signal?.addEventListener('abort', () => line.error(signal.reason));
    };
    return server.feed() ?? new Response(new ReadableStream<Uint8Array>({ start: connect }));
  });
  const [{ followPlan }, { call }, { planOf }, status, recent, { resolveSession }] = await Promise.all([
    import('./live-plan.ts'),
    import('../net/api.ts'),
    import('./plan-data.ts'),
    import('./live-status.ts'),
    import('./recent-changes.ts'),
    import('../session/session.ts'),
  ]);
  await resolveSession();
  const cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const key = queryKeys.plan('p1');
  const observer = new QueryObserver(cache, {
    queryKey: key,
    queryFn: async () => planOf(await call('GET /api/projects/:id/plan', { id: 'p1' })),
    staleTime: Infinity,
    structuralSharing: false,
  });
  stops.push(
    observer.subscribe(() => {}),
    followPlan(cache, 'p1'),
  );
  await vi.advanceTimersByTimeAsync(0);

  const tell = async (text: string) => {
    lines.at(-1)?.enqueue(new TextEncoder().encode(text));
    await vi.advanceTimersByTimeAsync(0);
  };
  const ready = (seq: number) => tell(`id: ${seq}\nevent: ready\ndata: {"seq":${seq}}\n\n`);
  const write = (each: FeedEvent) => `id: ${each.seq}\nevent: change\ndata: ${JSON.stringify(each)}\n\n`;
  const say = async (...events: FeedEvent[]) => {
    await tell(events.map(write).join(''));
    await vi.advanceTimersByTimeAsync(20);
  };
  return {
    server,
    asked,
    lines,
    cache,
    tell,
    ready,
    say,
    write,
    data: () => cache.getQueryData<PlanData>(key),
    title: (id: string) => cache.getQueryData<PlanData>(key)?.tasks.get(id)?.title,
    status: () => status.getLiveStatus('p1'),
    retry: () => status.retryLive('p1'),
    recent: () => [...recent.getRecentChanges('p1').keys()],
    feeds: () => asked.asked.filter(({ path }) => path.startsWith(FEED)),
  };
}

const renamed = (seq: number, title: string) => event(seq, 'task.updated', task('t1', { title, updated_at: at(seq) }));

describe('a followed plan', () => {
  test('is read once, and then told what changes from a little before its own number', async () => {
    const { feeds, asked, say, title, status, ready } = await follow();
    expect(feeds().map(({ path }) => path)).toEqual([`${FEED}?since=0`]);
    expect(status()).toEqual({ state: 'connecting' });
    await ready(0);
    expect(status()).toEqual({ state: 'connected' });
    await say(renamed(9, 'Before the plan was read'), renamed(11, 'After'));
    expect(title('t1')).toBe('After');
    expect(status()).toMatchObject({ state: 'connected', lastUpdate: expect.any(Number) });
    expect(asked.to(PLAN)).toHaveLength(1);
  });

  test('goes on after the last number when the line breaks, and applies nothing twice', async () => {
    const { lines, say, feeds, data, ready, status, server } = await follow();
    await ready(0);
    await say(event(11, 'note.created', sampleNote('n1')));
    server.feed = () => failure(500, 'Broken');
    lines[0]?.close();
    await vi.advanceTimersByTimeAsync(1_100);
    expect(status()).toMatchObject({ state: 'error', message: 'Broken' });
    server.feed = () => undefined;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(feeds().at(-1)?.headers.get('last-event-id')).toBe('11');
    await ready(11);
    await say(event(11, 'note.created', sampleNote('n1')), event(12, 'note.created', sampleNote('n2')));
    await say(event(13, 'note.created', { ...sampleNote('n3'), is_broadcast: true }));
    expect([...(data()?.noteCounts.values() ?? [])]).toEqual([{ task_id: 't1', type: 'PROGRESS', count: 2 }]);
    expect(status().state).toBe('connected');
  });

  test('changes once per frame, however many events come', async () => {
    const { cache, tell, write, data, title } = await follow();
    let writes = 0;
    cache.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.queryKey.at(-1) === 'tree') writes += 1;
    });
    await tell(Array.from({ length: 100 }, (_, i) => write(renamed(11 + i, `Name ${i}`))).join(''));
    expect(title('t1')).toBe('Task t1');
    await vi.advanceTimersByTimeAsync(300);
    expect(title('t1')).toBe('Name 99');
    expect(data()?.seq).toBe(110);
    expect(writes).toBe(1);
  });

  describe('while a row is being added here', () => {
    const added = event(11, 'task.created', task('t9', { title: 'Ours' }));
    async function add() {
      const page = await follow();
      const { addPatch } = await import('./plan-patches.ts');
      return { ...page, answered: addPatch(page.cache, 'p1', { rows: ['new'], apply: () => {}, adds: true }) };
    }

    test('waits for the answer, which says what the feed calls it', async () => {
      const { say, title, answered } = await add();
      await say(added);
      expect(title('t9')).toBeUndefined();
      answered();
      expect(title('t9')).toBe('Ours');
    });

    test('does not wait forever for an answer that does not come', async () => {
      const { say, title } = await add();
      await say(added);
      await vi.advanceTimersByTimeAsync(2_900);
      expect(title('t9')).toBeUndefined();
      await vi.advanceTimersByTimeAsync(200);
      expect(title('t9')).toBe('Ours');
    });
  });

  test('is read again when it was replaced, and what came meanwhile goes on top of the new one', async () => {
    const { server, say, asked, title, data } = await follow();
    const late = Promise.withResolvers<Response>();
    server.plan = () => late.promise;
    await say(event(11, 'plan.replaced', { cause: 'restore' }), renamed(12, 'Told before it was read'));
    await say(renamed(14, 'Told after it was read'));
    expect(title('t1')).toBe('Task t1');
    late.resolve(success(samplePlan({ seq: 13, tasks: [task('t1', { title: 'Restored' })] })));
    await vi.advanceTimersByTimeAsync(0);
    expect(title('t1')).toBe('Told after it was read');
    expect(data()).toMatchObject({ seq: 14, replacedAt: undefined });
    expect(data()?.tasks.size).toBe(1);
    expect(asked.to(PLAN)).toHaveLength(2);
  });

  test('is read again with its notes when what the line asked for is no longer kept', async () => {
    const { server, tell, asked, title, data, say, cache } = await follow();
    cache.setQueryData(queryKeys.notes('p1', 't1'), { pages: [], pageParams: [] });
    server.plan = () => success(samplePlan({ seq: 90, tasks: [task('t1', { title: 'Now' })] }));
    await tell('id: 0\nevent: ready\ndata: {"seq":0}\n\nid: 90\nevent: restart\ndata: {"seq":90,"first_seq":70}\n\n');
    await vi.advanceTimersByTimeAsync(20);
    expect(title('t1')).toBe('Now');
    expect(data()).toMatchObject({ seq: 90, replacedAt: undefined });
    expect(cache.getQueryState(queryKeys.notes('p1', 't1'))?.isInvalidated).toBe(true);
    await say(renamed(91, 'Next'));
    expect(title('t1')).toBe('Next');
    expect(asked.to(PLAN)).toHaveLength(2);
  });

  test('is not read twice when it is as new as the feed that starts over', async () => {
    const { tell, asked, data } = await follow();
    const { seq } = samplePlan();
    await tell(
      `id: 0\nevent: ready\ndata: {"seq":0}\n\nid: ${seq}\nevent: restart\ndata: {"seq":${seq},"first_seq":${seq + 1}}\n\n`,
    );
    await vi.advanceTimersByTimeAsync(20);
    expect(asked.to(PLAN)).toHaveLength(1);
    expect(data()).toMatchObject({ seq, replacedAt: undefined });
  });

  test('brings the notes that could not be loaded once the line is there', async () => {
    const { cache, ready } = await follow();
    let isDown = true;
    const notes = new QueryObserver(cache, {
      queryKey: queryKeys.notes('p1', 't1'),
      queryFn: () => (isDown ? Promise.reject(new Error('no answer')) : Promise.resolve('the notes')),
    });
    stops.push(notes.subscribe(() => {}));
    await vi.advanceTimersByTimeAsync(0);
    expect(notes.getCurrentResult().status).toBe('error');
    isDown = false;
    await ready(10);
    expect(notes.getCurrentResult().data).toBe('the notes');
  });

  test('starts over when the server’s numbers have gone back', async () => {
    const { server, lines, ready, say, title, feeds, data } = await follow();
    await ready(0);
    await say(renamed(60, 'Lost with the database'));
    server.plan = () => success(samplePlan({ seq: 5 }));
    lines[0]?.close();
    await vi.advanceTimersByTimeAsync(1_100);
    await ready(5);
    await vi.advanceTimersByTimeAsync(0);
    expect(title('t1')).toBe('Task t1');
    expect(feeds().at(-1)?.headers.get('last-event-id')).toBeNull();
    await say(renamed(6, 'New history'));
    expect(title('t1')).toBe('New history');
    expect(data()?.seq).toBe(6);
  });

  test('is asked for again when access to it ends, and no longer followed', async () => {
    const { server, tell, lines, cache, feeds } = await follow();
    server.plan = () => failure(404, 'The project was not found.');
    server.feed = () => failure(404, 'The project was not found.');
    await tell('event: ended\ndata: {}\n\n');
    lines[0]?.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(cache.getQueryState(queryKeys.plan('p1'))?.error).toMatchObject({ status: 404 });
    expect(feeds()).toHaveLength(2);
  });

  test('tints the rows others changed, for a moment', async () => {
    const { say, recent } = await follow();
    await say(renamed(11, 'By someone'), event(12, 'task.updated', task('t2')));
    expect(recent()).toEqual(['t1']);
    await vi.advanceTimersByTimeAsync(600);
    expect(recent()).toEqual([]);
  });

  test('tells the lists made from it that they are old', async () => {
    const { cache, say } = await follow();
    cache.setQueryData(queryKeys.projects, []);
    cache.setQueryData(queryKeys.activity('p1', 't1'), { items: [] });
    cache.setQueryData(queryKeys.checkpoints('p1'), { items: [] });
    await say(renamed(11, 'New'));
    const isOld = (key: readonly unknown[]) => cache.getQueryState(key)?.isInvalidated;
    expect(isOld(queryKeys.projects)).toBe(true);
    expect(isOld(queryKeys.activity('p1', 't1'))).toBe(true);
    expect(isOld(queryKeys.checkpoints('p1'))).toBe(false);
  });

  test('counts a note out of its old type even when our own edit has changed it in the list already', async () => {
    const { cache, say, data } = await follow();
    const counted = samplePlan({
      note_counts: [{ task_id: 't1', type: 'PROGRESS', count: 1 }] as unknown as Plan['note_counts'],
    });
    cache.setQueryData<PlanData>(
      queryKeys.plan('p1'),
      (plan) =>
        plan && {
          ...plan,
          noteCounts: new Map([['t1 PROGRESS', counted.note_counts[0] as Plan['note_counts'][number]]]),
        },
    );
    const page = (type: string) => ({
      pages: [{ notes: [sampleNote('n1', { type })], more: false }],
      pageParams: [''],
    });
    cache.setQueryData(queryKeys.notes('p1', undefined), page('PROGRESS'));
    cache.setQueryData(queryKeys.notes('p1', undefined), page('FINDING'));
    await say(event(11, 'note.updated', sampleNote('n1', { type: 'FINDING' })));
    expect([...(data()?.noteCounts.values() ?? [])]).toEqual([{ task_id: 't1', type: 'FINDING', count: 1 }]);
  });
});

describe('the status line', () => {
  test('shows a connectivity check that fails, and recovers with one that succeeds', async () => {
    const { server, ready, status, retry, asked, tell } = await follow();
    await ready(0);
    await vi.advanceTimersByTimeAsync(15_000);
    await tell(': still here\n\n');
    server.project = () => failure(503, 'The database cannot be reached.');
    await vi.advanceTimersByTimeAsync(15_000);
    expect(status()).toMatchObject({ state: 'error', message: 'The database cannot be reached.' });
    server.project = () => success({});
    const before = asked.to(PROJECT).length;
    retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.to(PROJECT)).toHaveLength(before + 1);
    expect(status().state).toBe('connected');
  });

  test('connects anew, without an error, when the line has fallen silent', async () => {
    const { ready, status, lines } = await follow();
    await ready(0);
    await vi.advanceTimersByTimeAsync(22_500);
    expect(status()).toEqual({ state: 'connecting' });
    await vi.advanceTimersByTimeAsync(1_100);
    await ready(0);
    expect(lines).toHaveLength(2);
    expect(status()).toEqual({ state: 'connected' });
  });

  test('asks for a sign-in when there is no session any more', async () => {
    const { server, tell, lines, status } = await follow();
    server.session = false;
    await tell('event: ended\ndata: {}\n\n');
    lines[0]?.close();
    await vi.advanceTimersByTimeAsync(1_100);
    expect(status()).toEqual({ state: 'error', message: 'Authentication required' });
  });

  test('asks for a sign-in when the feed refuses the caller, and goes on trying', async () => {
    const { server, lines, ready, status } = await follow();
    await ready(0);
    server.feed = () => failure(401, 'Who are you?');
    lines[0]?.close();
    await vi.advanceTimersByTimeAsync(1_100);
    expect(status()).toEqual({ state: 'error', message: 'Authentication required' });
    server.feed = () => undefined;
    await vi.advanceTimersByTimeAsync(2_100);
    await ready(0);
    expect(status()).toEqual({ state: 'connected' });
  });

  test('is off, and no error, while the device has no network', async () => {
    const { ready, server, status } = await follow();
    await ready(0);
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    window.dispatchEvent(new Event('offline'));
    server.project = () => failure(503, 'The database cannot be reached.');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(status()).toEqual({ state: 'off' });
    server.project = () => success({});
    network.mockRestore();
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    await ready(0);
    await vi.advanceTimersByTimeAsync(0);
    expect(status()).toEqual({ state: 'connected' });
  });

  test('is off when nobody follows', async () => {
    const { status } = await follow();
    for (const stop of stops.splice(0)) stop();
    expect(status()).toEqual({ state: 'off' });
  });
});
