import { spawnSync } from 'node:child_process';

const tries = 60;
const pauseMs = 2_000;
const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * Runs apt-get and waits for whoever else holds its locks: the other step of a first test run, or the machine's own
 * updates. `DPkg::Lock::Timeout` covers installing only, not the lists that `update` locks.
 */
export function aptGet(
  words: readonly string[],
  { cwd, quiet = false }: { cwd?: string; quiet?: boolean } = {},
): boolean {
  for (let left = tries; left > 0; left -= 1) {
    const { status, stdout, stderr } = spawnSync('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...words], {
      cwd,
      encoding: 'utf8',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
      maxBuffer: 64 * 1024 * 1024,
    });
    const isLocked = status !== 0 && /Could not get lock|Unable to lock/.test(stderr ?? '');
    if (isLocked && left > 1) {
      Atomics.wait(pause, 0, 0, pauseMs);
      continue;
    }
    if (!quiet) process.stdout.write(`${stdout ?? ''}${stderr ?? ''}`);
    return status === 0;
  }
  return false;
}
