import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { openOwned } from './open-owned.ts';

const largest = 5 * 1024 * 1024;

/**
 * SQLSTATEs of "lock file exists" and "shared memory still in use": another postmaster is starting or has not quite
 * ended.
 */
const lockHeld = 'F0001';
/** "Successful", and "starting up", which is caused by our own probing. */
const harmless = ['00000', '57P03'];

export type Problem = { line: string; lockHeld: boolean };

/** Opened for appending; truncated when it has grown large. */
export async function openLog(path: string): Promise<{ file: FileHandle; start: number }> {
  const file = await openOwned(path, constants.O_APPEND);
  const { size } = await file.stat();
  if (size <= largest) return { file, start: size };
  await file.truncate(0);
  return { file, start: 0 };
}

/**
 * The reason why a launch failed: the last line since `start` with an error code of this process or its children, else
 * the last line. Concurrent launches write into the same log.
 */
export async function readProblem(file: FileHandle, start: number, pid: number): Promise<Problem | undefined> {
  const { size } = await file.stat();
  const length = Math.min(size - start, 64 * 1024);
  if (length <= 0) return undefined;
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
  const lines = buffer
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const coded = lines.flatMap(parseLine).filter(({ code }) => !harmless.includes(code));
  const telling = coded.findLast((line) => line.pid === pid) ?? coded.at(-1);
  if (telling) return { line: telling.text, lockHeld: telling.code === lockHeld };
  const last = lines.at(-1);
  return last === undefined ? undefined : { line: last.trim(), lockHeld: false };
}

function parseLine(line: string): { pid: number; code: string; text: string }[] {
  const [, pid, code, text] = /\[(\d+)\] ([0-9A-Z]{5}) (.+)$/.exec(line) ?? [];
  return code === undefined || text === undefined ? [] : [{ pid: Number(pid), code, text }];
}
