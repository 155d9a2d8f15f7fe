import { createHash } from 'node:crypto';
import { lstat, mkdir, mkdtemp, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { StartError } from '#server/platform/start-error.ts';
import { port } from './connection.ts';
import { unless } from './error-code.ts';
import { type DatabaseUser, own } from './run-as.ts';

/** The kernel's limit is 104 bytes on macOS and 108 on Linux, terminating zero included. */
const longestPath = 103;

/**
 * A short directory that only the database's user may enter. Its name is derived from the database's path and secret:
 * repeated starts reuse it, and a database deleted while running does not block a new one. Joining servers read the
 * path from postmaster.pid.
 */
export async function prepareSocketDirectory(
  home: string,
  secret: string,
  user: DatabaseUser | undefined,
  preferred?: string,
): Promise<string> {
  if (preferred !== undefined) return prepareIn(dirname(preferred), basename(preferred), user);
  const hash = createHash('sha256').update(`${await realpath(home)}\n${secret}`);
  const name = `baton-${hash.digest('hex').slice(0, 16)}`;
  const places = user ? ['/tmp', tmpdir()] : [tmpdir(), '/tmp', home];
  for (const place of places.filter((candidate) => fits(join(candidate, `${name}-XXXXXX`)))) {
    const made = await prepareIn(place, name, user).catch(() => undefined);
    if (made !== undefined) return made;
  }
  throw new StartError(
    `There is no place for the database's socket: make ${places[0]} writable, or set TMPDIR to a writable folder with a short path.`,
  );
}

function fits(directory: string): boolean {
  return Buffer.byteLength(join(directory, `.s.PGSQL.${port}`)) <= longestPath;
}

async function prepareIn(place: string, name: string, user: DatabaseUser | undefined): Promise<string> {
  const path = join(place, name);
  await mkdir(path, { mode: 0o700 }).catch(unless('EEXIST'));
  const trusted = (await isPrivate(path, user)) ? path : await mkdtemp(`${path}-`);
  await own(trusted, user);
  return trusted;
}

/** Another user may have created a directory of that name: it is never used. */
async function isPrivate(path: string, user: DatabaseUser | undefined): Promise<boolean> {
  const found = await lstat(path);
  const owners = [process.getuid?.(), user?.uid];
  return found.isDirectory() && owners.includes(found.uid) && (found.mode & 0o077) === 0;
}
