import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startWatch } from './watch-time.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a request that falls silent is ended', () => {
  const watch = startWatch();
  vi.advanceTimersByTime(89_000);
  watch.touch();
  vi.advanceTimersByTime(89_000);
  expect(watch.hasExpired()).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(watch.hasExpired()).toBe(true);
  expect(watch.signal.aborted).toBe(true);
});

test('a request that never ends is ended, however much comes', () => {
  const watch = startWatch();
  for (let minute = 0; minute < 10; minute += 1) {
    expect(watch.hasExpired()).toBe(false);
    vi.advanceTimersByTime(60_000);
    watch.touch();
  }
  expect(watch.hasExpired()).toBe(true);
});

test('a request that was answered is let go without having expired', () => {
  const watch = startWatch();
  watch.stop();
  expect(watch.signal.aborted).toBe(true);
  vi.advanceTimersByTime(3_600_000);
  expect(watch.hasExpired()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
