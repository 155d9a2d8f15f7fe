import { constants } from 'node:fs';
import { access, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StartError } from '#server/platform/start-error.ts';
import { errorCode } from './error-code.ts';
import { draftPrefix, type Layout } from './layout.ts';
import { isAlive } from './postmaster.ts';

/** No first start takes this long: an older draft is abandoned, even if its pid is in use again. */
const oldestDraft = 5 * 60_000;

const draftsOfThisProcess = new Set<string>();

/** Creates the data directory if it is missing and checks that it is writable. */
export async function prepareDataDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw notWritable(directory, error);
  }
}

export function notWritable(directory: string, error: unknown): StartError {
  const reason = errorCode(error) ?? String(error);
  return new StartError(
    `The data directory ${directory} cannot be written to (${reason}): make it writable for this user, or set BATON_DATA to another folder.`,
  );
}

/** A cluster of another user can only be run by that user, or by root on their behalf. */
export async function requireOwnDatabase({ home }: Layout): Promise<void> {
  const found = await stat(home).catch(() => undefined);
  const uid = process.getuid?.();
  if (!found || uid === 0 || found.uid === uid) return;
  throw new StartError(
    `The database in ${home} belongs to another user (uid ${found.uid}): start Baton as that user, or set BATON_DATA to another folder.`,
  );
}

/** A temporary directory for a new cluster, which other starts leave alone while this process lives. */
export async function withDraft<T>(directory: string, work: (draft: string) => Promise<T>): Promise<T> {
  const name = `${draftPrefix}${process.pid}-${crypto.randomUUID().slice(0, 8)}`;
  draftsOfThisProcess.add(name);
  try {
    return await work(join(directory, name));
  } finally {
    await rm(join(directory, name), { recursive: true, force: true, maxRetries: 3 });
    draftsOfThisProcess.delete(name);
  }
}

/** Removes what a first start that was killed half-way left behind. */
export async function removeAbandonedDrafts(directory: string): Promise<void> {
  const names = (await readdir(directory)).filter((name) => name.startsWith(draftPrefix));
  for (const name of names) {
    if (await isInWork(directory, name)) continue;
    // An orphaned initdb may still be writing; the rest is removed at the next start.
    await rm(join(directory, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

async function isInWork(directory: string, name: string): Promise<boolean> {
  const pid = Number(name.slice(draftPrefix.length).split('-')[0]);
  if (pid === process.pid) return draftsOfThisProcess.has(name);
  const found = await stat(join(directory, name)).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs < oldestDraft && isAlive(pid);
}
