import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { askGit, findCommit, git, gitFolderOf } from './git.ts';
import { identityOf } from './identity.ts';
import { isOfRun } from './names.ts';
import { stageHidden } from './stage-hidden.ts';

let count = 0;

/** Stages everything but what is ignored, and but the working trees of runs, also where an agent added them by force. */
export async function stageAll(folder: string, env: Record<string, string> = {}): Promise<void> {
  if (isOfRun(folder)) await stageHidden(folder, env);
  await git(folder, ['add', '-A', '--', ':/'], { env });
  await askGit(folder, ['reset', '--quiet', '--', ':(top).baton'], { env });
}

/** Lends a copy of the index, so that neither the index nor the files of the working tree change. */
export async function withIndexCopy<T>(
  folder: string,
  use: (env: { GIT_INDEX_FILE: string }) => Promise<T>,
): Promise<T> {
  const own = await gitFolderOf(folder);
  const copy = join(own, `baton-index-${process.pid}-${(count += 1)}`);
  try {
    if (existsSync(join(own, 'index'))) copyFileSync(join(own, 'index'), copy);
    return await use({ GIT_INDEX_FILE: copy });
  } finally {
    rmSync(copy, { force: true });
    rmSync(`${copy}.lock`, { force: true });
  }
}

/** The files as they are now, untracked ones included, as a tree. */
export const snapshotTree = (folder: string): Promise<string> =>
  withIndexCopy(folder, async (env) => {
    await stageAll(folder, env);
    return git(folder, ['write-tree'], { env });
  });

/** Keeps files and HEAD as they are under a ref, before something of git's is aborted. */
export async function keepAside(folder: string, ref: string): Promise<void> {
  const tree = await snapshotTree(folder);
  const [head, before] = await Promise.all([findCommit(folder, 'HEAD'), findCommit(folder, ref)]);
  const parents = [...new Set([before, head])].filter((parent) => parent !== undefined);
  const commit = await commitTree(folder, tree, parents, 'What was left uncommitted');
  await git(folder, ['update-ref', '--create-reflog', '--', ref, commit]);
}

export async function commitTree(
  folder: string,
  tree: string,
  parents: readonly string[],
  message: string,
): Promise<string> {
  const identity = await identityOf(folder);
  return git(folder, [...identity, 'commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-F', '-'], {
    input: message,
  });
}
