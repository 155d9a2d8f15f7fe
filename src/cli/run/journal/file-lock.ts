import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readlinkSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAlive, startedAt } from './processes.ts';
import { readJson } from '../worktree/store-json.ts';

interface Holder {
  nonce: string;
  pid: number;
  started: string;
  /** Where the pid means something. */
  place: string;
  owner: string;
}

const LOOK_MS = 10;
const LOOK_MAX_MS = 150;
const BEAT_MS = 10_000;
/** A holder of another machine or container is only known by its beat. */
const SILENT_MS = 120_000;

/** Runs `fn` while nobody else holds the lock, in this process or another; one whose process is gone is taken over. */
export async function withFileLock<T>(file: string, owner: string, fn: () => Promise<T>): Promise<T> {
  mkdirSync(dirname(file), { recursive: true });
  const me = { nonce: randomUUID(), pid: process.pid, started: startedAt(process.pid) ?? '', place: here(), owner };
  for (let look = LOOK_MS; !take(file, me); look = Math.min(LOOK_MAX_MS, look * 1.5))
    await wait(look + Math.random() * look);
  const beat = setInterval(() => touch(file), BEAT_MS);
  beat.unref();
  try {
    return await fn();
  } finally {
    clearInterval(beat);
    drop(file, me);
  }
}

/**
 * Takes the lock if it is free. Only who holds the lock named after a dead holder may replace that holder, so that two
 * who find the same dead one never both get in.
 */
function take(file: string, me: Holder): boolean {
  if (create(file, me)) return true;
  const holder = readHolder(file);
  if (holder === undefined || !isGone(file, holder)) return false;
  const breaking = `${file}.${holder.nonce}`;
  if (!take(breaking, me)) return false;
  try {
    if (readHolder(file)?.nonce !== holder.nonce) return false;
    renameSync(writeBeside(file, me), file);
    return true;
  } finally {
    drop(breaking, me);
  }
}

/** The file appears with its content, or not at all. */
function create(file: string, me: Holder): boolean {
  const beside = writeBeside(file, me);
  try {
    linkSync(beside, file);
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return false;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS' && code !== 'EMLINK') throw error;
    return createPlain(file, me);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** For file systems without hard links. */
function createPlain(file: string, me: Holder): boolean {
  try {
    writeFileSync(file, JSON.stringify(me), { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}

function writeBeside(file: string, me: Holder): string {
  const beside = `${file}.${me.nonce}.part`;
  writeFileSync(beside, JSON.stringify(me));
  return beside;
}

/** A torn file counts as a holder without a process. */
function readHolder(file: string): Holder | undefined {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  const { nonce, pid, started, place, owner } = readJson(file) ?? {};
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const safe = /^[\w-]{1,64}$/.test(text(nonce)) ? text(nonce) : 'torn';
  return {
    nonce: safe,
    pid: typeof pid === 'number' ? pid : 0,
    started: text(started),
    place: text(place),
    owner: text(owner),
  };
}

function isGone(file: string, holder: Holder): boolean {
  if (holder.place === here() && holder.pid > 0) return !isAlive(holder.pid, holder.started);
  const touched = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return touched !== undefined && Date.now() - touched > SILENT_MS;
}

function drop(file: string, me: Holder): void {
  if (readHolder(file)?.nonce === me.nonce) rmSync(file, { force: true });
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Removed by hand.
  }
}

/** Containers have the host's name at times, and process numbers of their own. */
function here(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}
