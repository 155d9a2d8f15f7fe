import { execFile, type SpawnOptions } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, lchown, lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartError } from '#server/platform/start-error.ts';

const run = promisify(execFile);
const hasProc = existsSync('/proc/self/cwd');

/** The user PostgreSQL runs as when the server is root; PostgreSQL refuses to run as root. */
export type DatabaseUser = { uid: number; gid: number };

/** Candidates in order; `nobody` last. */
const DEDICATED = ['baton', 'postgres', 'nobody'];

/**
 * The owner of an existing cluster, otherwise the first candidate that exists; undefined when the server is not root.
 */
export async function chooseDatabaseUser(cluster: string): Promise<DatabaseUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await lstat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0 && (await isKnownUser(owner.uid))) return { uid: owner.uid, gid: owner.gid };
  for (const name of DEDICATED) {
    const user = await findUser(name);
    if (user !== undefined) return user;
  }
  throw new StartError(
    'PostgreSQL does not run as root and there is no user "nobody" to run it as: start Baton as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/** PostgreSQL looks up its user name, so a uid without an entry, from another machine's volume, does not work. */
async function isKnownUser(uid: number): Promise<boolean> {
  return run('id', ['-un', String(uid)]).then(
    () => true,
    () => false,
  );
}

async function findUser(name: string): Promise<DatabaseUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout) >>> 0, gid: Number(gid.stdout) >>> 0 };
  } catch {
    return undefined;
  }
}

/**
 * How to run a PostgreSQL binary on a cluster. The working directory is entered before privileges are dropped, and on
 * Linux /proc/self/cwd names it without traversing its parents: so a clone below /root works, BATON_DATA stays closed
 * to other users, and no permission of a foreign folder is loosened. PostgreSQL never leaves that directory.
 */
export function runOnCluster(cluster: string, user: DatabaseUser | undefined) {
  const options: SpawnOptions = {
    cwd: cluster,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    // Node takes signed ids here and unsigned ones for chown; macOS' nobody is -2.
    ...(user && { uid: user.uid | 0, gid: user.gid | 0 }),
  };
  return { options, dataPath: user && hasProc ? '/proc/self/cwd' : cluster };
}

/**
 * Without /proc the database's user must traverse the real path: our own two folders are made traversable, the rest is
 * up to the operator.
 */
export async function makeTraversable(folders: string[], user: DatabaseUser | undefined): Promise<void> {
  if (!user || hasProc) return;
  for (const folder of folders) await chmod(folder, (await stat(folder)).mode | 0o011);
  const target = folders.at(-1) ?? '/';
  const as = { cwd: '/', uid: user.uid | 0, gid: user.gid | 0 };
  await run('/bin/sh', ['-c', 'cd "$1"', 'sh', target], as).catch(() => {
    throw new StartError(
      `PostgreSQL does not run as root, and the user it runs as (uid ${user.uid}) may not enter ${target}: start Baton as an ordinary user, or set BATON_DATA to a folder that every user may enter.`,
    );
  });
}

export async function own(path: string, user: DatabaseUser | undefined): Promise<void> {
  if (user) await lchown(path, user.uid, user.gid);
}

/** Files restored from a backup as root's, or from a machine with other uids, are given to the database's user. */
export async function ownTree(path: string, user: DatabaseUser | undefined): Promise<void> {
  if (!user || (await lstat(path)).uid === user.uid) return;
  const entries = await readdir(path, { withFileTypes: true, recursive: true });
  for (const entry of entries) await own(join(entry.parentPath, entry.name), user);
  await own(path, user);
}
