import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PATIENT } from '#test/patience.ts';
import { isSupervisedByOthers, supervise } from './supervise.mjs';

let folder: string;
const pids: number[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'supervise-'));
});
afterEach(() => {
  for (const pid of pids.splice(0)) end(pid);
  rmSync(folder, { recursive: true });
});

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

const starts = () =>
  existsSync(join(folder, 'starts')) ? readFileSync(join(folder, 'starts'), 'utf8').split('\n') : [];
const pidOf = (start: number) => Number(starts()[start]);

/** A server that notes its start and then does this. */
function write(then: string): string {
  const file = join(folder, 'server.mjs');
  const start = `import fs from 'node:fs'; fs.appendFileSync(${JSON.stringify(join(folder, 'starts'))}, process.pid + '\\n');`;
  const serve = `const ready = () => new Promise((done) => process.send('ready', done)); setInterval(() => {}, 1000);`;
  writeFileSync(file, `${start}\n${serve}\n${then}\n`);
  return file;
}

async function run(then: string) {
  const said: string[] = [];
  const file = write(then);
  const code = await supervise(() => [file], { firstDelayMs: 1, say: (line) => said.push(line) });
  return { code, said, starts: starts().length - 1 };
}

/** The supervisor in a process of its own, which can be signalled. */
async function start(then: string, firstDelayMs = 1) {
  const main = join(folder, 'main.mjs');
  const module = pathToFileURL(join(import.meta.dirname, 'supervise.mjs')).href;
  const options = JSON.stringify({ firstDelayMs });
  writeFileSync(
    main,
    `import { supervise } from ${JSON.stringify(module)};\nprocess.exitCode = await supervise(() => [${JSON.stringify(write(then))}], ${options});`,
  );
  const process = spawn(globalThis.process.execPath, [main], { stdio: ['ignore', 'pipe', 'pipe'] });
  pids.push(process.pid ?? 0);
  let said = '';
  for (const stream of [process.stdout, process.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
  const ended = once(process, 'close') as Promise<[number | null]>;
  return { process, said: () => said, ended };
}

describe('a server that ends unexpectedly', () => {
  test('is started again, each time later, and given up after five times', async () => {
    const { code, said, starts } = await run('await ready(); process.exit(1);');
    expect({ code, starts }).toEqual({ code: 1, starts: 6 });
    expect(said).toEqual([
      ...[0.001, 0.002, 0.004, 0.008, 0.016].map(
        (seconds) => `Baton ended unexpectedly (exit code 1). Starting it again in ${seconds} s.`,
      ),
      'Baton ended unexpectedly (exit code 1), too often within ten minutes: it is not started again.',
    ]);
  });

  test('is started again when the system kills it, also before it is ready again', async () => {
    const { said, starts } = await run(
      `if (fs.readFileSync(${JSON.stringify(join(folder, 'starts'))}, 'utf8').split('\\n').length > 2) process.exit(3);
       await ready(); process.kill(process.pid, 'SIGKILL');`,
    );
    expect(starts).toBe(6);
    expect(said[0]).toContain('(SIGKILL)');
    expect(said.at(-1)).toContain('(exit code 3), too often');
  });

  test('is not when its first start fails: it has said why', async () => {
    expect(await run('process.exit(2);')).toEqual({ code: 2, said: [], starts: 1 });
  });

  test('is not when it ended by itself, or was asked to by a signal of its own', async () => {
    expect(await run('await ready(); process.exit(0);')).toEqual({ code: 0, said: [], starts: 1 });
    rmSync(join(folder, 'starts'));
    const asked = await run(`await ready(); process.kill(process.pid, 'SIGTERM');`);
    expect(asked).toEqual({ code: 143, said: [], starts: 1 });
  });
});

describe('a signal', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s reaches the server, which ends in its own time',
    async (signal) => {
      const { process, ended, said } = await start(
        `process.on('${signal}', () => setTimeout(() => { console.log('stopped by ${signal}'); process.exit(0); }, 50));
       await ready(); console.log('ready');`,
      );
      await vi.waitFor(() => expect(said()).toContain('ready'), PATIENT);
      process.kill(signal);
      expect((await ended)[0]).toBe(0);
      expect(said()).toBe(`ready\nstopped by ${signal}\n`);
    },
  );

  test('ends the wait for the next start', async () => {
    const { process, ended, said } = await start('await ready(); process.exit(1);', 3_600_000);
    await vi.waitFor(() => expect(said()).toContain('Starting it again'), PATIENT);
    process.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    expect(starts()).toHaveLength(2);
  });

  test('that nobody can hear still tells the server that it is alone', async () => {
    const gone = join(folder, 'gone');
    const { process, said } = await start(
      `process.on('disconnect', () => { fs.writeFileSync(${JSON.stringify(gone)}, ''); process.exit(0); });
       await ready(); console.log('ready');`,
    );
    await vi.waitFor(() => expect(said()).toContain('ready'), PATIENT);
    pids.push(pidOf(0));
    process.kill('SIGKILL');
    await vi.waitFor(() => expect(existsSync(gone)).toBe(true), PATIENT);
  });
});

describe('nothing is supervised twice', () => {
  const nowhere = { env: {}, hasFile: () => false, line: [300, 200] };
  const inContainer = { ...nowhere, hasFile: (file: string) => file === '/.dockerenv' };

  test.each([
    ['on a machine of one’s own', nowhere, false],
    ['as the main process of a service', { ...nowhere, env: { SYSTEMD_EXEC_PID: '300' } }, true],
    ['behind npm in a service', { ...nowhere, env: { SYSTEMD_EXEC_PID: '200' } }, true],
    ['in a terminal that systemd has started', { ...nowhere, env: { SYSTEMD_EXEC_PID: '42' } }, false],
    ['as the main process of a container', { ...inContainer, line: [1, 0] }, true],
    ['behind npm in a container', { ...inContainer, line: [7, 1] }, true],
    ['in a shell of a container', inContainer, false],
    ['in a pod', { ...nowhere, env: { KUBERNETES_SERVICE_HOST: '10.0.0.1' }, line: [7, 1] }, true],
    ['behind an npm whose terminal is gone', { ...nowhere, line: [300, 1] }, false],
  ])('%s', (_where, facts, isSupervised) => {
    expect(isSupervisedByOthers(facts)).toBe(isSupervised);
  });
});
