import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, readlink, realpath, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode, unless } from './error-code.ts';

const run = promisify(execFile);

export type Postmaster = { pid: number; port: number; socketDirectory: string };

/** The contents of postmaster.pid: a running server, or a stale pid that another process may have by now. */
export type Found = { running: Postmaster; stalePid?: never } | { running?: never; stalePid?: number };

/** An empty lock file this old is left by a power failure, not by a server that is just writing it. */
const emptyLockAge = 10_000;

export async function findPostmaster(cluster: string): Promise<Found> {
  const path = join(cluster, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(unless<string>('ENOENT', 'ENOTDIR'));
  if (text === undefined) return {};
  if (text.trim() === '') return discardEmptyLock(path);
  const [pid, , , port, socketDirectory] = text.split('\n');
  const stalePid = Number(pid);
  if (!Number.isInteger(stalePid) || stalePid <= 0) return {};
  if (!(await isPostmasterOf(cluster, stalePid))) return { stalePid };
  return { running: { pid: stalePid, port: Number(port ?? ''), socketDirectory: socketDirectory ?? '' } };
}

async function discardEmptyLock(path: string): Promise<Found> {
  const found = await stat(path).catch(unless<never>('ENOENT'));
  if (found && Date.now() - found.mtimeMs > emptyLockAge) await rm(path, { force: true });
  return {};
}

/** Whether that process is alive and serves this cluster: pids are reused, and a dead process may be a zombie. */
export async function isPostmasterOf(cluster: string, pid: number): Promise<boolean> {
  const real = await realpath(cluster).catch(() => cluster);
  if (existsSync('/proc/self/cwd')) {
    return (await readlink(`/proc/${pid}/cwd`).catch(() => undefined)) === real;
  }
  const list = await run('ps', ['-ww', '-o', 'stat=,args=', '-p', String(pid)]).catch(() => undefined);
  const line = list?.stdout.trim() ?? '';
  return !line.startsWith('Z') && (line.includes(cluster) || line.includes(real));
}

/** Whether the pid exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
