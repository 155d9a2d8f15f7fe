import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PATIENT } from '#test/patience.ts';
import { guard, guarded, onReportedError, reportError, setImmediate, setInterval, setTimeout } from './guard.ts';

const reported: unknown[] = [];
let stop: () => void;
beforeEach(() => {
  stop = onReportedError((error, level) => reported.push([(error as Error).message, level]));
});
afterEach(() => {
  stop();
  reported.length = 0;
});

const fail = () => {
  throw new Error('broken');
};
const failLater = async () => {
  await Promise.resolve();
  throw new Error('broken later');
};

/** Ways in which Node calls back with nobody to catch. */
const WAYS: Record<string, (run: () => unknown) => void> = {
  'a timer': (run) => setTimeout(run, 1),
  'an interval': (run) => {
    const timer = setInterval(() => {
      clearInterval(timer);
      return run();
    }, 1);
  },
  'the next turn': (run) => setImmediate(run),
  'a tick': (run) => process.nextTick(guarded(run)),
  'an event': (run) => guard(new EventEmitter()).on('event', run).emit('event'),
  'an event that comes once': (run) => guard(new EventEmitter()).once('event', run).emit('event'),
  'an aborted signal': (run) => {
    const controller = new AbortController();
    controller.signal.addEventListener('abort', guarded(run));
    controller.abort();
  },
};

test.each(Object.entries(WAYS))('an error in %s is reported, and nothing else happens', async (_name, call) => {
  call(fail);
  await vi.waitFor(() => expect(reported).toEqual([['broken', 'error']]), PATIENT);
  call(failLater);
  await vi.waitFor(() => expect(reported.slice(1)).toEqual([['broken later', 'error']]), PATIENT);
});

test('an interval goes on after an error', async () => {
  const timer = setInterval(fail, 1);
  await vi.waitFor(() => expect(reported.length).toBeGreaterThan(2), PATIENT);
  clearInterval(timer);
});

test('a callback gets what it is called with', () => {
  const given: unknown[] = [];
  guarded((...all: number[]) => given.push(...all))(1, 2);
  expect(given).toEqual([1, 2]);
});

test('every listener hears an event, and what comes with it, whatever another one throws', () => {
  const heard: unknown[] = [];
  const emitter = new EventEmitter();
  guard(emitter).on('event', fail);
  guard(emitter).once('event', (...all) => heard.push(...all));
  emitter.emit('event', 1, 2);
  emitter.emit('event', 3);
  expect(heard).toEqual([1, 2]);
});

test('a log that cannot be written stops nobody', () => {
  const off = onReportedError(() => {
    throw new Error('no log');
  });
  expect(() => reportError(new Error('broken'), 'critical')).not.toThrow();
  off();
  expect(reported).toEqual([['broken', 'critical']]);
});
