import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { followDatabaseClock } from './database-clock.ts';

afterEach(() => vi.useRealTimers());

/** A fake database whose clock a test sets, and which a test can make fail. */
function fakeDatabase(ms: number) {
  const database = { ms, isThere: true };
  const query = async () => {
    if (!database.isThere) throw new Error('the database is away');
    return { rows: [{ ms: database.ms }] };
  };
  return Object.assign(database, { query: query as unknown as Parameters<typeof followDatabaseClock>[0]['query'] });
}

async function follow(database: ReturnType<typeof fakeDatabase>) {
  const clock = await followDatabaseClock(database);
  onTestFinished(clock.stop);
  return clock;
}

const HOUR = 3_600_000;
const START = Date.parse('2026-03-01T12:00:00Z');

test('it is as late as the database says, whatever the machine says', async () => {
  vi.useFakeTimers({ now: START - HOUR });
  const clock = await follow(fakeDatabase(START));
  expect(clock.now().getTime()).toBe(START);
  vi.setSystemTime(START + 5 * HOUR);
  expect(clock.now().getTime(), 'the machine’s clock was set').toBe(START);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(clock.now().getTime(), 'and goes on').toBe(START + 2_000);
});

test('a database whose clock is set is followed, also back', async () => {
  vi.useFakeTimers({ now: START });
  const database = fakeDatabase(START);
  const clock = await follow(database);
  database.ms = START - HOUR;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(clock.now().getTime()).toBe(START - HOUR);
});

test('while the database is away the time goes on, and is its time again when it is back', async () => {
  vi.useFakeTimers({ now: START });
  const database = fakeDatabase(START);
  const clock = await follow(database);
  database.isThere = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(clock.now().getTime()).toBe(START + 60_000);
  [database.isThere, database.ms] = [true, START + 90_000];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(clock.now().getTime()).toBe(START + 90_000);
});

test('a server does not start on a database that does not answer', async () => {
  const database = fakeDatabase(START);
  database.isThere = false;
  await expect(followDatabaseClock(database)).rejects.toThrow('away');
});
