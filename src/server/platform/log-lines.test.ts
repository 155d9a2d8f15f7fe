import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bufferLines, openOutput } from './log-lines.ts';
import { createLogger } from './log.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A fake target: what was written, and what of it was flushed. */
function openLog() {
  const waiting: string[] = [];
  const left: string[] = [];
  const said = (line: string) => (JSON.parse(line) as { msg: string }).msg;
  const lines = bufferLines({
    write: (line) => waiting.push(said(line)),
    flush: () => void left.push(...waiting.splice(0)),
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

test('a reader that has gone ends neither the server nor its work', async () => {
  vi.useRealTimers();
  const script = `
    import { createLogger } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)};
    const log = createLogger('info');
    process.stdin.once('data', () => {
      for (let n = 0; n < 3; n += 1) log.warn('nobody reads this');
      log.info('nor this');
      process.stderr.write('still here');
      process.exit(0);
    });
    log.warn('ready');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'pipe' });
  let said = '';
  child.stderr.on('data', (data) => (said += String(data)));
  await once(child.stdout, 'data');
  child.stdout.destroy();
  await once(child.stdout, 'close');
  child.stdin.write('go');
  const [code] = (await once(child, 'exit')) as [number | null];
  expect([code, said]).toEqual([0, 'still here']);
});

test.runIf(process.platform === 'linux')('a full disk below the log ends neither the server nor its work', () => {
  const full = openSync('/dev/full', 'w');
  try {
    const log = createLogger('info', bufferLines(openOutput(full)));
    const write = () => {
      for (let line = 0; line < 2_000; line += 1) log.warn({ line, text: 'x'.repeat(1_000) }, 'nowhere to go');
      log.info('nor this');
      vi.runOnlyPendingTimers();
    };
    expect(write).not.toThrow();
  } finally {
    closeSync(full);
  }
});
