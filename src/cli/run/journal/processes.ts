import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const LOOK_MS = 50;
export const TERM_MS = 5_000;

/**
 * When a process began, in words that only serve to be compared: a number that another process has now does not count.
 * Undefined if it is gone. On Windows, where this was not run, it is the same for all.
 */
export function startedAt(pid: number): string | undefined {
  if (!isThere(pid)) return undefined;
  if (process.platform === 'linux') return readProc(pid);
  if (process.platform === 'win32') return 'unknown';
  try {
    const said = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC' },
    }).trim();
    const [, state = 'Z', began = ''] = /^(\S+)\s+(.+)$/.exec(said) ?? [];
    return state.startsWith('Z') ? undefined : began;
  } catch {
    return undefined;
  }
}

export const isAlive = (pid: number, started: string | null | undefined): boolean => {
  const now = startedAt(pid);
  return now !== undefined && now === started;
};

/** Ends a process and all that it started in its group: asked to first, killed after five seconds. */
export async function endGroup(pid: number, patienceMs = TERM_MS): Promise<void> {
  if (!signalGroup(pid, 'SIGTERM')) return;
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    await wait(LOOK_MS);
    if (!signalGroup(pid, 0) || isOnlyDead(pid)) return;
  }
  signalGroup(pid, 'SIGKILL');
}

/**
 * Ends programs that left their group, such as daemons, by a variable that they inherited, like `NAME=value`. Elsewhere
 * than on Linux the environment of others cannot be read.
 */
export async function endMarked(mark: string, patienceMs = TERM_MS): Promise<void> {
  if (process.platform !== 'linux') return;
  const list = () => listPids().filter((pid) => pid !== process.pid && hasVariable(pid, mark));
  const until = performance.now() + patienceMs;
  let left = list();
  for (const pid of left) signalOne(pid, 'SIGTERM');
  while (left.length > 0 && performance.now() < until) {
    await wait(LOOK_MS);
    left = list();
  }
  for (const pid of left) signalOne(pid, 'SIGKILL');
}

const listPids = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

function hasVariable(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(mark);
  } catch {
    return false;
  }
}

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
}

/** Whether there was anybody to signal. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  // 0 and 1 are the own group and everybody's.
  if (!Number.isSafeInteger(pid) || pid <= 1) return false;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal);
    return true;
  } catch (error) {
    return isError(error, 'EPERM');
  }
}

function isThere(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isError(error, 'EPERM');
  }
}

/** Whether all of a group have ended, and only wait for somebody to read how: some systems take long for orphans. */
function isOnlyDead(group: number): boolean {
  if (process.platform !== 'linux') return false;
  return listPids().every((pid) => {
    const [state = 'Z', , of] = readStat(pid) ?? [];
    return Number(of) !== group || state === 'Z' || state === 'X';
  });
}

/** What follows the name of the program, which may hold anything: state, parent, group, and so on. */
function readStat(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/** Ticks since the start of the machine; the state of an ended process that nobody has read yet is Z. */
function readProc(pid: number): string | undefined {
  const fields = readStat(pid);
  if (fields === undefined || fields[0] === 'Z' || fields[0] === 'X') return undefined;
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)}-${fields[19] ?? ''}`;
  } catch {
    return undefined;
  }
}

const isError = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;
