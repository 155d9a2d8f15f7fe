import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { lstat, mkdtemp, chmod, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, sep } from 'node:path';
import { StartError } from '#server/platform/start-error.ts';
import { type Binaries, cannotRunHere, program } from './binaries.ts';
import type { DatabaseUser } from './run-as.ts';

/** Caches that survive a reboot come first: cleaners of temporary folders would take libraries away from a running database. */
const caches = ['/var/cache', '/Library/Caches', '/var/tmp', tmpdir()];

/**
 * Programs that the database's user can execute. A clone below root's home (0700) hides node_modules from everybody else, and
 * PostgreSQL insists on the real path of its own program: a copy, owned by root and readable by all, is made once per version.
 */
export async function reachableBinaries(
  binaries: Binaries,
  user: DatabaseUser | undefined,
  places: readonly string[] = caches,
): Promise<Binaries> {
  if (!user || (await canRun(binaries, user))) return binaries;
  if (!(await canRun(binaries))) throw cannotRunHere(binaries);
  for (const place of places) {
    const copy = await copyInto(place, binaries).catch(() => undefined);
    if (copy && (await canRun(copy, user))) return copy;
  }
  throw new StartError(
    `PostgreSQL's programs in ${binaries.native} cannot be run by the user it runs as (uid ${user.uid}): start Baton as an ordinary user, or move it to a folder that every user may enter.`,
  );
}

async function canRun(binaries: Binaries, user?: DatabaseUser): Promise<boolean> {
  const options = { cwd: '/', env: {}, ...(user && { uid: user.uid | 0, gid: user.gid | 0 }) };
  return new Promise((resolve) => {
    execFile(program(binaries, 'postgres'), ['--version'], options, (error) => resolve(error === null));
  });
}

async function copyInto(place: string, binaries: Binaries): Promise<Binaries | undefined> {
  const name = `baton-postgres-${binaries.version}-${process.platform}-${process.arch}`;
  const native = join(place, name);
  const copy = { ...binaries, native };
  if (await isOurs(native)) return copy;

  const draft = await mkdtemp(join(place, `${name}.new-`));
  try {
    // Four times as fast as the asynchronous copy, at a moment when nobody else waits.
    cpSync(await realpath(binaries.native), draft, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
    await chmod(draft, 0o755);
    await rename(draft, native);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // Another start may have put the same copy there in the meantime.
    if (!(await isOurs(native))) throw error;
  }
  return copy;
}

/** In a folder where others may write too, only what belongs to root alone is trusted. */
async function isOurs(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/** Leaves out what only compiling against PostgreSQL needs. */
function isNeeded(path: string): boolean {
  return !path.endsWith('.a') && !path.includes(`${sep}pgxs`) && basename(path) !== 'pkgconfig';
}
