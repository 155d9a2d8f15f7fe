import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterEach, expect, test } from 'vitest';
import { PATIENT } from '#test/patience.ts';
import { endGroup, startedAt } from '../journal/processes.ts';
import { openGuard } from './index.ts';

const started: ChildProcess[] = [];
const pids: number[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
  for (const pid of pids.splice(0)) if (startedAt(pid) !== undefined) process.kill(pid, 'SIGKILL');
});

/** A client that starts a process of its own and obeys no SIGTERM; says both pids. */
const STUBBORN = `trap '' TERM; sleep 600 & echo "$$ $!"; while :; do wait; sleep 1; done`;

const isGone = (pid: number) => startedAt(pid) === undefined;

async function startStubborn(): Promise<[number, number]> {
  const child = spawn('sh', ['-c', STUBBORN], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  started.push(child);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const [own = 0, inner = 0] = line.split(' ').map(Number);
  pids.push(own, inner);
  return [own, inner];
}

test('kill -9 of a runner ends its clients with all that they started, but not one that was forgotten', async () => {
  const runner = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { spawn } from 'node:child_process';
       import { openGuard } from '#cli/run/guard/index.ts';
       const guard = openGuard(200);
       const start = () => spawn('sh', ['-c', process.env.STUBBORN], { detached: true, stdio: ['ignore', 'inherit', 'ignore'] });
       const [watched, forgotten] = [start(), start()];
       guard.watch(watched.pid);
       guard.watch(forgotten.pid);
       guard.forget(forgotten.pid);
       console.log('guard ' + guard.pid + ' ' + forgotten.pid);
       setInterval(() => {}, 1000);`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, STUBBORN } },
  );
  started.push(runner);
  const lines: string[] = [];
  createInterface({ input: runner.stdout }).on('line', (line) => lines.push(line));
  await expect.poll(() => lines.length, PATIENT).toBe(3);
  const [guard = 0, forgotten = 0] = (lines.find((line) => line.startsWith('guard')) ?? '')
    .split(' ')
    .slice(1)
    .map(Number);
  const families = lines.filter((line) => !line.startsWith('guard')).map((line) => line.split(' ').map(Number));
  pids.push(guard, ...families.flat());
  const watched = families.find(([own]) => own !== forgotten) ?? [];
  const free = families.find(([own]) => own === forgotten) ?? [];
  runner.kill('SIGKILL');
  await expect.poll(() => [guard, ...watched].every(isGone), PATIENT).toBe(true);
  expect(free.some(isGone)).toBe(false);
});

test('a guard that is closed ends what is left, and itself', async () => {
  const guard = openGuard(100);
  const [own, inner] = await startStubborn();
  guard.watch(own);
  await guard.close();
  await expect.poll(() => [own, inner].every(isGone), PATIENT).toBe(true);
  expect(isGone(guard.pid ?? 0)).toBe(true);
});

test('a guard that was told numbers of nobody, or of everybody, ends nothing', async () => {
  const guard = openGuard(100);
  for (const pid of [0, 1, -1, Number.NaN, 2 ** 22 + 1]) guard.watch(pid);
  await guard.close();
  expect(isGone(guard.pid ?? 0)).toBe(true);
});

test('a group is asked to end, and killed when it does not', async () => {
  const [own, inner] = await startStubborn();
  await endGroup(own, 100);
  await expect.poll(() => [own, inner].every(isGone), PATIENT).toBe(true);
  await endGroup(own, 100);
  await endGroup(0);
});
