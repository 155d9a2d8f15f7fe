import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { lstat, mkdtemp, chmod, realpath, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, sep } from 'node:path';
import { StartError } from '#server/platform/start-error.ts';
import { type Binaries, cannotRunHere, program } from './binaries.ts';
import type { DatabaseUser } from './run-as.ts';

/** Persistent caches first: cleaners of temporary folders would remove libraries from under a running database. */
const caches = ['/var/cache', '/Library/Caches', '/var/tmp', tmpdir()];

/**
 * Binaries that the database's user can execute. A clone below root's home (0700) hides node_modules from other users,
 * and PostgreSQL resolves the real path of its own binary: so a copy, owned by root and readable by all, is made once
 * per version.
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
    // Synchronous copying is four times as fast, and nothing else runs yet.
    cpSync(await realpath(binaries.native), draft, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
    await chmod(draft, 0o755);
    await rename(draft, native);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    // A concurrent start may have made the same copy.
    if (!(await isOurs(native))) throw error;
  }
  return copy;
}

/** In a world-writable folder only what belongs to root is trusted. */
async function isOurs(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/** Skips files that are only needed to compile against PostgreSQL. */
function isNeeded(path: string): boolean {
  return !path.endsWith('.a') && !path.includes(`${sep}pgxs`) && basename(path) !== 'pkgconfig';
}
