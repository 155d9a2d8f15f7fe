import { afterEach, expect, test } from 'vitest';
import { createMetrics } from '#server/platform/metrics.ts';
import type { ReadPrd, ReadingKind } from './planner.ts';
import { planOffline } from './planning/plan-offline.ts';
import { createPlannerPool } from './run-planner.ts';
import { buildReading, emptyDraft } from '#test/reading.ts';

const NO_DATABASE = { totalCount: 0, idleCount: 0, waitingCount: 0, query: async () => ({ rows: [] }) };
const THREAD = new URL('../../test/planner-thread.ts', import.meta.url);
const STOPPING = { status: 503, detail: { code: 'SERVER_BUSY' }, message: /is stopping/ };

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()));
});

function openPool(settings: Parameters<typeof createPlannerPool>[1]) {
  const metrics = createMetrics(NO_DATABASE);
  const pool = createPlannerPool(metrics, settings);
  open.push(pool);
  const read = (content: string, account: string | null, kind: ReadingKind = 'preview') => {
    const reading = pool.run({ content, previous: [], roles: [], maxTasks: 100 }, { account, kind });
    reading.catch(() => undefined);
    return reading;
  };
  return { pool, read, metrics };
}

/** Fake threads that finish when the test says so. */
function openHeldPool(threads = 2) {
  const started: string[] = [];
  const holds = new Map<string, PromiseWithResolvers<ReadPrd>>();
  const ended: string[] = [];
  const opened = openPool({
    threads,
    start() {
      let current = '';
      return {
        isOver: false,
        run({ content }) {
          current = content;
          started.push(content);
          const hold = Promise.withResolvers<ReadPrd>();
          holds.set(content, hold);
          return hold.promise;
        },
        async end() {
          ended.push(current);
          holds.get(current)?.reject(new Error('ended'));
        },
      };
    },
  });
  const finish = async (content: string) => {
    holds.get(content)?.resolve({ reading: { ...buildReading({}), title: content }, draft: emptyDraft() });
    // Lets all consequences settle.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ...opened, started, ended, finish };
}

const openThreads = (more: Parameters<typeof createPlannerPool>[1] = {}) =>
  openPool({ file: THREAD, threads: 2, ...more });

test('however much one account asks for, another one’s job starts at once', async () => {
  const { read, started } = openHeldPool();
  const own = Array.from({ length: 6 }, (_, place) => read(`ada ${place + 1}`, 'ada'));
  const other = read('ben 1', 'ben');
  expect(started).toEqual(['ada 1', 'ben 1']);
  for (const refused of own.slice(2)) await expect(refused).rejects.toMatchObject({ detail: { code: 'SERVER_BUSY' } });
  void other;
});

test('what waits starts in turns as threads become free', async () => {
  const { read, started, finish } = openHeldPool();
  for (const name of ['ada 1', 'ada 2', 'ben 1', 'ben 2', 'cem 1', 'dan 1']) void read(name, name.slice(0, 3));
  for (const name of ['ada 1', 'ben 1', 'cem 1', 'dan 1', 'ada 2', 'ben 2']) await finish(name);
  expect(started).toEqual(['ada 1', 'ben 1', 'cem 1', 'dan 1', 'ada 2', 'ben 2']);
});

test('the server’s own work takes no account’s turn', async () => {
  const { read, started, finish } = openHeldPool();
  for (const name of ['own 1', 'own 2', 'own 3']) void read(name, null);
  void read('ada 1', 'ada');
  expect(started).toEqual(['own 1', 'ada 1']);
  await finish('own 1');
  expect(started).toEqual(['own 1', 'ada 1', 'own 2']);
});

test('while somebody types, only the newest text waits, and the others are told', async () => {
  const { read, started, finish } = openHeldPool();
  const texts = ['t', 'te', 'tex', 'text'].map((text) => read(text, 'ada', 'live'));
  await expect(texts[1]).rejects.toMatchObject({ status: 409, detail: { code: 'READING_SUPERSEDED' } });
  await expect(texts[2]).rejects.toMatchObject({ detail: { code: 'READING_SUPERSEDED' } });
  await finish('t');
  await finish('text');
  expect(started).toEqual(['t', 'text']);
  expect((await texts[3])?.reading.title).toBe('text');
});

test('a pool that closes tells those who wait and those whose job runs, and takes nothing more', async () => {
  const { pool, read, ended } = openHeldPool();
  const running = read('ada 1', 'ada');
  const waiting = read('ada 2', 'ada');
  await pool.close();
  await expect(running).rejects.toThrow('ended');
  await expect(waiting).rejects.toMatchObject({ ...STOPPING, message: expect.stringMatching(STOPPING.message) });
  await expect(read('ben 1', 'ben')).rejects.toThrow('The server is stopping. Please try again in a moment.');
  expect(ended).toEqual(['ada 1']);
});

test('a thread that has nothing to do for a while is ended', async () => {
  const ended = Promise.withResolvers<string>();
  const answer = { reading: buildReading({}), draft: emptyDraft() };
  const start = () => ({ isOver: false, run: async () => answer, end: async () => ended.resolve('ended') });
  const { read } = openPool({ idleSeconds: 0, start });
  await read('ada 1', 'ada');
  // The idle timer must not keep the process alive.
  const alive = setInterval(() => undefined, 1_000);
  expect(await ended.promise).toBe('ended');
  clearInterval(alive);
});

test('a thread that is idle is used again, and one that died in the meantime is not', async () => {
  const started: { isOver: boolean; run(): Promise<ReadPrd>; end(): Promise<void> }[] = [];
  const answer = { reading: buildReading({}), draft: emptyDraft() };
  const start = () => {
    const thread = { isOver: false, run: async () => answer, end: async () => undefined };
    started.push(thread);
    return thread;
  };
  const { read } = openPool({ start });
  await read('ada 1', 'ada');
  await read('ben 1', 'ben');
  expect(started).toHaveLength(1);
  for (const thread of started) thread.isOver = true;
  await read('ada 2', 'ada');
  expect(started).toHaveLength(2);
});

test('jobs are counted by kind and outcome, and those that run and wait are measured, without names', async () => {
  const { read, metrics, finish } = openHeldPool();
  for (const name of ['a', 'b', 'c']) void read(name, 'ada', 'live');
  void read('d', 'ada', 'preview');
  void read('e', 'ada', 'plan');
  await finish('a');
  const text = await metrics.registry.metrics();
  expect(text).toContain('baton_planner_jobs_total{kind="live",outcome="done"} 1');
  expect(text).toContain('baton_planner_jobs_total{kind="live",outcome="superseded"} 2');
  expect(text).toContain('baton_planner_jobs_total{kind="plan",outcome="busy"} 1');
  expect(text).toContain('baton_planner_seconds_count{kind="live"} 1');
  expect(text).toContain('baton_planner_queue{state="running"} 1');
  expect(text).toContain('baton_planner_queue{state="waiting"} 0');
  expect(text).not.toContain('ada');
});

test('the planner’s thread gives the same plan as the function', async () => {
  const { read } = openPool({});
  const text = '# Ledger\n\n## Invoices\n\n- [ ] The system must number invoices.\n- [x] Users can delete drafts.\n';
  expect(await read(text, 'ada')).toEqual(planOffline(text, { previous: [], roles: [], maxTasks: 100 }));
});

test('threads answer each with its own, and hand long lists over whole', async () => {
  const { pool } = openThreads();
  const previous = buildReading({ Doors: Array.from({ length: 5_000 }, (_, place) => `Door ${place}`) }).requirements;
  const read = (content: string) =>
    pool.run({ content, previous, roles: [], maxTasks: 100 }, { account: content, kind: 'plan' });
  const answers = await Promise.all(['Alpha', 'Beta', 'Gamma', 'Delta'].map(read));
  expect(answers.map(({ reading }) => reading.title)).toEqual(['Alpha', 'Beta', 'Gamma', 'Delta']);
  for (const { reading } of answers) expect(reading.requirements).toEqual(previous);
});

test('a thread that dies fails its own job alone, and the next one gets a new thread', async () => {
  const { read } = openThreads();
  const jobs = [read('throw', 'ada'), read('Alpha', 'ben'), read('exit', 'cem'), read('Beta', 'dan')];
  await expect(jobs[0]).rejects.toThrow('a fault in the planner');
  expect((await jobs[1])?.reading.title).toBe('Alpha');
  await expect(jobs[2]).rejects.toThrow('the planner’s thread ended');
  expect((await jobs[3])?.reading.title).toBe('Beta');
  expect((await read('Gamma', 'ada')).reading.title).toBe('Gamma');
});

test('what takes too long is stopped and said', async () => {
  const { read } = openThreads({ limitSeconds: 0.01 });
  await expect(read('spin', 'ada')).rejects.toMatchObject({
    type: 'PAYLOAD_TOO_LARGE',
    message:
      'The embedded planner gave up on this PRD: it took longer than 0.01 seconds. Nothing was changed. Split the document into smaller parts and try again.',
  });
});

test('what needs too much memory is stopped and said', async () => {
  const { read, metrics } = openThreads({ memoryMb: 32 });
  const after = [read('hoard', 'ada'), read('Alpha', 'ada')];
  await expect(after[0]).rejects.toMatchObject({
    type: 'PAYLOAD_TOO_LARGE',
    message: expect.stringContaining('it needs more memory than it may have'),
  });
  expect((await after[1])?.reading.title).toBe('Alpha');
  expect(await metrics.registry.metrics()).toContain('{kind="preview",outcome="refused"} 1');
});

test('a document with too much to say about it is refused, and its thread goes on', async () => {
  const { read } = openThreads();
  await expect(read('say too much', 'ada')).rejects.toMatchObject({
    type: 'PAYLOAD_TOO_LARGE',
    message: expect.stringContaining('it has more lines than it can take in'),
  });
  expect((await read('Alpha', 'ada')).reading.title).toBe('Alpha');
});

test('a pool that closes stops threads in the middle of a job', async () => {
  const { pool, read } = openThreads();
  const spinning = read('spin', 'ada');
  await pool.close();
  await expect(spinning).rejects.toThrow('The server is stopping. Please try again in a moment.');
});
