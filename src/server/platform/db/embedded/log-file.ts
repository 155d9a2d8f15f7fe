import { constants } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { openOwned } from './open-owned.ts';

const largest = 5 * 1024 * 1024;

/** SQLSTATE of "lock file exists" and of "shared memory still in use": somebody is starting, or has not quite died yet. */
const lockHeld = 'F0001';
/** "All is well", and "starting up", which only answers our own asking. */
const harmless = ['00000', '57P03'];

export type Problem = { line: string; lockHeld: boolean };

/** Opened for appending; a log that has grown large starts over. */
export async function openLog(path: string): Promise<{ file: FileHandle; start: number }> {
  const file = await openOwned(path, constants.O_APPEND);
  const { size } = await file.stat();
  if (size <= largest) return { file, start: size };
  await file.truncate(0);
  return { file, start: 0 };
}

/**
 * What a launched PostgreSQL complained about since `start`: its own last line with an error code, or one of its children's, or
 * simply the last line. Two launches at the same moment write into the same log.
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
