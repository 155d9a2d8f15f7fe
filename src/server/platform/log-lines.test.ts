import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gatherLines } from './log-lines.ts';
import { createLogger } from './log.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** What was written, and what of it has left. */
function openLog() {
  const waiting: string[] = [];
  const left: string[] = [];
  const said = (line: string) => (JSON.parse(line) as { msg: string }).msg;
  const lines = gatherLines({
    write: (line) => waiting.push(said(line)),
    flushSync: () => void left.push(...waiting.splice(0)),
  });
  return { log: createLogger('info', lines), waiting, left };
}

test('lines of requests leave together a moment after the first of them', () => {
  const { log, left, waiting } = openLog();
  log.info('one');
  log.info('two');
  expect([waiting, left]).toEqual([['one', 'two'], []]);
  vi.runOnlyPendingTimers();
  expect([waiting, left]).toEqual([[], ['one', 'two']]);
  log.info('three');
  vi.runOnlyPendingTimers();
  expect(left).toEqual(['one', 'two', 'three']);
});

test('a warning leaves at once, with all that waits in front of it', () => {
  const { log, left } = openLog();
  log.info('before');
  log.warn('trouble');
  expect(left).toEqual(['before', 'trouble']);
  log.child({ part: 1 }).error('more');
  expect(left).toEqual(['before', 'trouble', 'more']);
});

test('the end of the process leaves none behind', () => {
  const before = new Set(process.listeners('exit'));
  const { log, left } = openLog();
  log.info('last');
  const added = process.listeners('exit').filter((listener) => !before.has(listener));
  expect(added).toHaveLength(1);
  added[0]?.(0);
  expect(left).toEqual(['last']);
});
