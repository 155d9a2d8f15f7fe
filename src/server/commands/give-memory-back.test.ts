import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveMemoryBack } from './give-memory-back.ts';

const MB = 1024 * 1024;
let process: { cpuMs: number; resident: number; collected: number };
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  process = { cpuMs: 0, resident: 300 * MB, collected: 0 };
  stop = giveMemoryBack({
    everyMs: 10_000,
    cpuMs: () => process.cpuMs,
    residentBytes: () => process.resident,
    collect: () => {
      process.collected += 1;
      process.resident = 100 * MB;
    },
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const pass = (work: { cpuMs: number; addMb?: number }) => {
  process.cpuMs += work.cpuMs;
  process.resident += (work.addMb ?? 0) * MB;
  vi.advanceTimersByTime(10_000);
};

test('a server that rests gives its room back once, and again only after it took more', () => {
  pass({ cpuMs: 20 });
  expect(process.collected).toBe(1);
  pass({ cpuMs: 20, addMb: 2 });
  pass({ cpuMs: 20 });
  expect(process.collected).toBe(1);
  pass({ cpuMs: 4_000, addMb: 200 });
  expect(process.collected).toBe(1);
  pass({ cpuMs: 20 });
  expect(process.collected).toBe(2);
});

test('a server at work is not interrupted, however much it holds', () => {
  for (let turn = 0; turn < 5; turn += 1) pass({ cpuMs: 600, addMb: 100 });
  expect(process.collected).toBe(0);
});

test('what the collection itself costs is not taken for work', () => {
  stop();
  process.resident = 300 * MB;
  stop = giveMemoryBack({
    everyMs: 10_000,
    cpuMs: () => process.cpuMs,
    residentBytes: () => process.resident,
    collect: () => {
      process.collected += 1;
      process.cpuMs += 2_000;
      process.resident = 100 * MB;
    },
  });
  pass({ cpuMs: 20 });
  pass({ cpuMs: 20, addMb: 50 });
  expect(process.collected).toBe(2);
});

test('what is still held is tried again, each time later, until it is let go of', () => {
  pass({ cpuMs: 20 });
  let isHeld = true;
  stop();
  process = { cpuMs: 0, resident: 100 * MB, collected: 0 };
  stop = giveMemoryBack({
    everyMs: 10_000,
    cpuMs: () => process.cpuMs,
    residentBytes: () => process.resident,
    collect: () => {
      process.collected += 1;
      if (!isHeld) process.resident = 100 * MB;
    },
  });
  pass({ cpuMs: 20 });
  expect(process.collected).toBe(1);
  process.resident = 200 * MB;
  for (let turn = 0; turn < 30; turn += 1) pass({ cpuMs: 20 });
  expect(process.collected).toBeGreaterThan(2);
  expect(process.collected).toBeLessThan(7);
  isHeld = false;
  for (let turn = 0; turn < 31; turn += 1) pass({ cpuMs: 20 });
  expect(process.resident).toBe(100 * MB);
});

test('after the end nothing is looked at any more', () => {
  stop();
  pass({ cpuMs: 0, addMb: 500 });
  expect(process.collected).toBe(0);
});
