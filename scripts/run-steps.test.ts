import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TestCount } from './count-tests.ts';
import { plantFiles } from './plant-files.ts';
import { runSteps, summarise } from './run-steps.ts';
import type { Step, StepResult } from './run-steps.ts';

function node(source: string): string[] {
  return [process.execPath, '--input-type=module', '--eval', source];
}

function step(name: string, source: string, more: Partial<Step> = {}): Step {
  return { name, command: node(source), silentSeconds: 60, ...more };
}

function run(steps: readonly Step[], options: { cores?: number; signal?: AbortSignal } = {}): Promise<StepResult[]> {
  const { cores = 2, signal = new AbortController().signal } = options;
  return runSteps(steps, { cores, signal, report: () => {}, listen: () => {} });
}

async function verdict(more: Partial<Step>, source = ''): Promise<Partial<StepResult>> {
  const [result] = await run([step('one', source, more)]);
  const { passed, failed, trouble } = result!;
  return trouble === undefined ? { passed, failed } : { passed, failed, trouble };
}

const counts = (count: TestCount) => () => count;

describe('the verdict on a step', () => {
  test('a check that ends well counts as one passed test', async () => {
    expect(await verdict({})).toEqual({ passed: 1, failed: 0 });
  });

  test('a check that ends badly counts as one failed test and keeps what it said on both channels', async () => {
    const [result] = await run([step('one', `console.log('out'); console.error('err'); process.exitCode = 3;`)]);
    expect(result).toMatchObject({ passed: 0, failed: 1, trouble: 'exit 3' });
    expect(result!.output.split('\n').toSorted()).toEqual(['', 'err', 'out']);
  });

  test('a command that does not exist fails', async () => {
    expect(await verdict({ command: ['no-such-command-here'] })).toMatchObject({
      failed: 1,
      trouble: expect.stringContaining('ENOENT'),
    });
  });

  test('a preparation adds nothing when it works and a failure when it does not', async () => {
    expect(await verdict({ preparation: true })).toEqual({ passed: 0, failed: 0 });
    expect(await verdict({ preparation: true }, 'process.exitCode = 1')).toMatchObject({ passed: 0, failed: 1 });
  });

  test('a run that counts its tests adds what it counted', async () => {
    expect(await verdict({ count: counts({ passed: 7, failed: 0 }) })).toEqual({ passed: 7, failed: 0 });
    expect(await verdict({ count: counts({ passed: 5, failed: 2 }) }, 'process.exitCode = 1')).toMatchObject({
      passed: 5,
      failed: 2,
    });
  });

  test('a run of no tests fails', async () => {
    expect(await verdict({ count: counts({ passed: 0, failed: 0 }) })).toEqual({
      passed: 0,
      failed: 1,
      trouble: 'it ran no tests',
    });
  });

  test('a run whose tests all pass but which ends badly fails', async () => {
    expect(await verdict({ count: counts({ passed: 5, failed: 0 }) }, 'process.exitCode = 1')).toEqual({
      passed: 5,
      failed: 1,
      trouble: 'exit 1',
    });
  });

  test('a run without a readable report fails', async () => {
    const count = () => {
      throw new Error('it wrote no report');
    };
    expect(await verdict({ count })).toEqual({ passed: 0, failed: 1, trouble: 'it wrote no report' });
  });

  test('a step that prints nothing and does not end is ended', async () => {
    expect(await verdict({ silentSeconds: 0.2 }, 'setInterval(() => {}, 1000);')).toEqual({
      passed: 0,
      failed: 1,
      trouble: 'printed nothing for 0.2 s',
    });
  });
});

describe('the order of steps', () => {
  test('a step waits for what it needs, and fails when that failed', async () => {
    using tree = plantFiles({});
    const mark = path.join(tree.root, 'mark');
    const results = await run([
      step('after', `import { readFileSync } from 'node:fs'; readFileSync(${JSON.stringify(mark)});`, {
        needs: ['build'],
      }),
      step('build', `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(mark)}, '');`),
      step('broken', 'process.exitCode = 1;'),
      step('pointless', '', { needs: ['broken'] }),
    ]);
    expect(Object.fromEntries(results.map(({ name, trouble }) => [name, trouble]))).toEqual({
      after: undefined,
      build: undefined,
      broken: 'exit 1',
      pointless: 'needs broken',
    });
  });

  test('steps share the cores', async () => {
    using tree = plantFiles({});
    const meet = (mine: string, other: string) => `
      import { existsSync, writeFileSync } from 'node:fs';
      writeFileSync(${JSON.stringify(path.join(tree.root, mine))}, '');
      const wait = setInterval(() => existsSync(${JSON.stringify(path.join(tree.root, other))}) && clearInterval(wait), 5);`;
    const results = await run([step('a', meet('a', 'b')), step('b', meet('b', 'a'))]);
    expect(results.map(({ trouble }) => trouble)).toEqual([undefined, undefined]);
  });

  test('a step that needs all cores runs alone', async () => {
    using tree = plantFiles({});
    const trace = path.join(tree.root, 'trace');
    const slow = (name: string) => `
      import { spawnSync } from 'node:child_process';
      import { appendFileSync } from 'node:fs';
      appendFileSync(${JSON.stringify(trace)}, '+${name}');
      spawnSync(process.execPath, ['--eval', '']);
      appendFileSync(${JSON.stringify(trace)}, '-${name}');`;
    await run([step('a', slow('a')), step('b', slow('b'), { alone: true }), step('c', slow('c'), { needs: ['b'] })]);
    await run([step('d', slow('d'), { alone: true }), step('e', slow('e'))]);
    expect(readFileSync(trace, 'utf8')).toBe('+a-a+b-b+c-c+d-d+e-e');
  });

  test('one light step at a time runs beside a step that needs all cores', async () => {
    using tree = plantFiles({});
    const file = (name: string) => JSON.stringify(path.join(tree.root, name));
    const waitFor = (name: string) => `
      import { existsSync } from 'node:fs';
      const wait = setInterval(() => existsSync(${file(name)}) && clearInterval(wait), 5);`;
    const leave = (name: string) => `
      import { appendFileSync } from 'node:fs';
      appendFileSync(${file('trace')}, '+${name}');
      process.on('exit', () => { appendFileSync(${file('trace')}, '-${name}'); appendFileSync(${file(name)}, ''); });`;
    const results = await run([
      // Ends after the light ones only: it would wait for ever if they did not run beside it.
      step('heavy', waitFor('second'), { alone: true }),
      step('first', leave('first'), { light: true }),
      step('second', leave('second'), { light: true }),
      step('after', leave('after'), { alone: true }),
      step('check', leave('check')),
    ]);
    // Without their order: the heavy one may end before the end of the light one that it waits for is noticed.
    expect(results.flatMap(({ trouble }) => trouble ?? [])).toEqual([]);
    expect(results).toHaveLength(5);
    expect(readFileSync(path.join(tree.root, 'trace'), 'utf8')).toBe(
      '+first-first+second-second+after-after+check-check',
    );
  });

  test('an interruption ends what runs, with what it started, and starts nothing more', async () => {
    using tree = plantFiles({});
    const [grandchild, next] = [path.join(tree.root, 'grandchild'), path.join(tree.root, 'next')];
    const endless = `
      import { spawn } from 'node:child_process';
      import { renameSync, writeFileSync } from 'node:fs';
      const child = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      writeFileSync(${JSON.stringify(`${grandchild}.new`)}, String(child.pid));
      renameSync(${JSON.stringify(`${grandchild}.new`)}, ${JSON.stringify(grandchild)});`;
    const writeNext = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(next)}, '');`;
    const interruption = new AbortController();
    const running = run([step('endless', endless), step('next', writeNext, { alone: true })], {
      signal: interruption.signal,
    });
    await expect.poll(() => existsSync(grandchild), { timeout: 30_000 }).toBe(true);
    interruption.abort();
    expect((await running).map(({ trouble }) => trouble)).toEqual(['interrupted', 'interrupted']);
    expect(existsSync(next)).toBe(false);
    await expect.poll(() => isAlive(Number(readFileSync(grandchild, 'utf8'))), { timeout: 30_000 }).toBe(false);
  });

  test('steps that wait for each other are an error, not a hang', async () => {
    await expect(run([step('a', '', { needs: ['b'] }), step('b', '', { needs: ['a'] })])).rejects.toThrow(
      'wait for each other: a, b',
    );
  });
});

describe('the last line', () => {
  const result = (passed: number, failed: number): StepResult => ({ name: '', seconds: 0, output: '', passed, failed });

  test('it adds everything up', () => {
    expect(summarise([result(1, 0), result(40, 0)])).toEqual({ line: '41 passed, 0 failed', good: true });
    expect(summarise([result(1, 0), result(38, 2)])).toEqual({ line: '39 passed, 2 failed', good: false });
  });

  test('nothing at all is not good', () => {
    expect(summarise([])).toEqual({ line: '0 passed, 0 failed', good: false });
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // A zombie still answers to signal 0.
  const status = `/proc/${pid}/stat`;
  return !existsSync(status) || !/\) Z /.test(readFileSync(status, 'utf8'));
}
