import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { askGit, findCommit, git, gitFolderOf } from './git.ts';
import { keepAside } from './snapshot.ts';

/** Git holds its lock for the time of one command; the programs of an earlier try have ended. */
const LOCK_MS = 10_000;
const LOOK_MS = 200;

/** In the folder of HEAD while a branch is integrated: everything is committed, so the files may be put back. */
export const INTEGRATING = 'baton-integrating';

/** Removes the lock that a killed git left in a working tree of a run, once it is too old to be in use. */
export async function freeIndexLock(folder: string): Promise<void> {
  const lock = join(await gitFolderOf(folder), 'index.lock');
  for (;;) {
    const found = statSync(lock, { throwIfNoEntry: false });
    if (found === undefined) return;
    if (Math.abs(Date.now() - found.mtimeMs) > LOCK_MS) {
      rmSync(lock, { force: true });
      return;
    }
    await wait(LOOK_MS);
  }
}

/** Brings a working tree that an earlier try left into a state to work in, and loses nothing of it. */
export async function mendTree(folder: string, branch: string, asideRef: string): Promise<void> {
  await freeIndexLock(folder);
  const own = await gitFolderOf(folder);
  const has = (name: string) => existsSync(join(own, name));
  if (has(INTEGRATING)) {
    await git(folder, ['reset', '--hard', '--quiet', 'HEAD']);
    await askGit(folder, ['clean', '-f', '-d', '--quiet']);
    rmSync(join(own, INTEGRATING), { force: true });
  }
  if (has('rebase-merge') || has('rebase-apply')) {
    await keepAside(folder, asideRef);
    const { code } = await askGit(folder, [has('rebase-apply/applying') ? 'am' : 'rebase', '--abort']);
    if (code !== 0) {
      rmSync(join(own, 'rebase-merge'), { recursive: true, force: true });
      rmSync(join(own, 'rebase-apply'), { recursive: true, force: true });
    }
  }
  await attachHead(folder, branch, asideRef);
}

/**
 * Puts HEAD back on the task's branch. Commits that were made beside it are taken onto it, or kept under a ref where
 * they have gone another way.
 */
async function attachHead(folder: string, branch: string, asideRef: string): Promise<void> {
  const ref = `refs/heads/${branch}`;
  const at = await askGit(folder, ['symbolic-ref', '--quiet', 'HEAD']);
  const [head, tip] = await Promise.all([findCommit(folder, 'HEAD'), findCommit(folder, ref)]);
  if (head === undefined || (at.out.trim() === ref && tip !== undefined)) return;
  if (tip === undefined || (await isAncestor(folder, tip, head))) {
    await git(folder, ['update-ref', '--', ref, head]);
    await git(folder, ['symbolic-ref', 'HEAD', ref]);
    return;
  }
  await keepAside(folder, asideRef);
  await git(folder, ['checkout', '--quiet', '--force', branch, '--']);
}

export const isAncestor = async (folder: string, old: string, young: string): Promise<boolean> =>
  (await askGit(folder, ['merge-base', '--is-ancestor', old, young])).code === 0;
