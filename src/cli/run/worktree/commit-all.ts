import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { askGit, git, gitFolderOf } from './git.ts';
import { identityOf } from './identity.ts';
import { freeIndexLock } from './mend-tree.ts';
import { stageAll } from './snapshot.ts';
import type { Worktree } from './worktree.ts';

/**
 * Commits every change of the working tree but ignored files and `.baton/`; undefined if there is none. Neither hooks
 * nor signing can fail it.
 */
export async function commitAll(worktree: Worktree, message: string): Promise<string | undefined> {
  const { folder } = worktree;
  if (worktree.isLinked) await freeIndexLock(folder);
  await stageAll(folder);
  const isMerging = existsSync(join(await gitFolderOf(folder), 'MERGE_HEAD'));
  const { code } = await askGit(folder, ['diff', '--cached', '--quiet', '--no-ext-diff']);
  if (code === 0 && !isMerging) return undefined;
  const commit = ['commit', '--quiet', '--no-verify', '--no-gpg-sign', '--allow-empty-message', '--cleanup=whitespace'];
  await git(folder, [...(await identityOf(folder)), ...commit, '-F', '-'], { input: message });
  return git(folder, ['rev-parse', 'HEAD']);
}

/** Takes back what was changed since the last commit, such as files that the verify command left; ignored ones stay. */
export async function dropUncommitted({ folder, isLinked }: Worktree): Promise<void> {
  if (!isLinked) return;
  await freeIndexLock(folder);
  await git(folder, ['reset', '--hard', '--quiet', 'HEAD']);
  await askGit(folder, ['clean', '-f', '-d', '--quiet']);
}
