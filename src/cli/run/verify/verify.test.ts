import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { PATIENT } from '#test/patience.ts';
import { type TestRepository, createRepository } from '#test/git-repository.ts';
import { isAlive, startedAt } from '../journal/processes.ts';
import { lastLines, runVerify, setUp } from './index.ts';

let world: TestRepository;
beforeAll(() => {
  world = createRepository();
});
afterAll(() => world.dispose());

const pidIn = (name: string) => Number(readFileSync(join(world.folder, name), 'utf8'));

describe('the verify command', () => {
  test('that fails is answered with its code, its last output, and lines as they came', async () => {
    const lines: string[] = [];
    const command = 'printf half >&2; echo one; env | grep ^ADDED; echo " a line" >&2; exit 3';
    const ran = await runVerify(command, world.folder, {
      timeoutMinutes: 1,
      onLine: (line) => lines.push(line),
      env: { ADDED: 'yes' },
    });
    expect(ran).toMatchObject({ exit_code: 3, commit: world.git('rev-parse', 'HEAD') });
    expect(new Set(lines)).toEqual(new Set(['one', 'ADDED=yes', 'half a line']));
    expect(ran.output).toContain('ADDED=yes');
  });

  test('is not told of newer versions of npm, unless its environment asks for them', async () => {
    // npx sets it for what it starts.
    vi.stubEnv('npm_config_update_notifier', undefined);
    const { output } = await runVerify('echo "[$npm_config_update_notifier]"', world.folder, { timeoutMinutes: 1 });
    vi.unstubAllEnvs();
    expect(output.trim()).toBe('[false]');
  });

  test('that does not exist, or is killed, fails', async () => {
    expect(await runVerify('no-such-command-here', world.folder, { timeoutMinutes: 1 })).toMatchObject({
      exit_code: 127,
    });
    expect((await runVerify('kill -9 $$', world.folder, { timeoutMinutes: 1 })).exit_code).toBe(128);
  });

  test('is ended at its timeout with everything in its group', async () => {
    const ran = await runVerify('sleep 600 & echo $! > timed.pid; wait', world.folder, { timeoutMinutes: 0.01 });
    expect(ran).toMatchObject({ exit_code: 124, output: expect.stringContaining('stopped after 0.01') as string });
    await expect.poll(() => startedAt(pidIn('timed.pid')), PATIENT).toBeUndefined();
  });

  test('is ended when it is aborted, also before it began', async () => {
    const stop = new AbortController();
    const options = { timeoutMinutes: 1, signal: stop.signal, onLine: () => stop.abort() };
    expect((await runVerify('echo on; sleep 600', world.folder, options)).exit_code).toBe(130);
    expect((await runVerify('sleep 600', world.folder, options)).exit_code).toBe(130);
  });

  test('does not wait for what it left running, which is ended', async () => {
    const ran = await runVerify('sleep 600 & echo $! > left.pid', world.folder, { timeoutMinutes: 10 });
    expect(ran.exit_code).toBe(0);
    await expect.poll(() => startedAt(pidIn('left.pid')), PATIENT).toBeUndefined();
  });

  test('keeps the end of a flood, and of one line without an end', async () => {
    const flood = await runVerify('seq 1 200000', world.folder, { timeoutMinutes: 1 });
    expect(flood.output.length).toBeLessThanOrEqual(4_000);
    expect(lastLines(flood.output, 2)).toBe('199999\n200000');
    let longest = 0;
    const onLine = (line: string) => {
      longest = Math.max(longest, line.length);
    };
    await runVerify('head -c 3000000 /dev/zero', world.folder, { timeoutMinutes: 1, onLine });
    expect(longest).toBeLessThanOrEqual(2_000);
  });
});

describe('the set-up of a working tree', () => {
  test('runs again after it failed or was changed, and not after it passed', async () => {
    const count = () => readFileSync(join(world.folder, 'count'), 'utf8').length;
    const command = 'printf x >> count; test -e ready';
    const options = { timeoutMinutes: 1 };
    expect(await setUp(command, world.folder, options)).toMatchObject({ exit_code: 1 });
    writeFileSync(join(world.folder, 'ready'), '');
    expect(await setUp(command, world.folder, options)).toMatchObject({ exit_code: 0 });
    expect(await setUp(command, world.folder, options)).toBeUndefined();
    expect(count()).toBe(2);
    expect(await setUp(`${command} `, world.folder, options)).toMatchObject({ exit_code: 0 });
    expect(existsSync(join(world.folder, '.git/baton-set-up'))).toBe(true);
  });
});

test('a process number that belongs to another process now does not count', () => {
  const started = startedAt(process.pid);
  expect(isAlive(process.pid, started)).toBe(true);
  expect(isAlive(process.pid, `${started ?? ''}1`)).toBe(false);
  expect(isAlive(2 ** 22 + 1, started)).toBe(false);
  expect(isAlive(-1, undefined)).toBe(false);
});
