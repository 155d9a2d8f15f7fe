import { chmodSync, existsSync, lstatSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { askGit, findCommit } from './git.ts';
import { keepHistory } from './keep-history.ts';
import { listTrees } from './list-trees.ts';
import { withTreeLock } from './tree-lock.ts';
import { listRecords, removeRecord } from './tree-records.ts';
import type { Repository, Worktree } from './worktree.ts';

/** A working tree that a run made. */
export interface RunTree {
  folder: string;
  branch: string;
  projectId: string;
  number: number;
  isThere: boolean;
}

/** Removes the working tree of a task, also what is left of one. A branch that is deleted is kept as its history. */
export async function removeWorktree(
  repository: Repository,
  worktree: Worktree,
  { branch: fate }: { branch: 'delete' | 'keep' },
): Promise<void> {
  const { folder, branch, isLinked } = worktree;
  if (!isLinked) return;
  await withTreeLock(repository, async () => {
    await dropFolder(repository, folder);
    if (fate === 'delete' && branch !== null) await deleteBranch(repository, folder, branch);
  });
}

async function deleteBranch(repository: Repository, folder: string, branch: string): Promise<void> {
  const record = listRecords(repository).find((candidate) => candidate.folder === folder);
  const tip = await findCommit(repository.root, `refs/heads/${branch}`);
  if (tip !== undefined) {
    if (record !== undefined) await keepHistory(repository.root, record, tip);
    // Git keeps a branch that a person has checked out.
    await askGit(repository.root, ['branch', '-D', '--quiet', '--', branch]);
  }
  if (record !== undefined) removeRecord(repository, record);
}

/** The working trees of runs that are still there, and the branches of those that are not. */
export async function listWorktrees(repository: Repository): Promise<RunTree[]> {
  const trees = await listTrees(repository.root);
  return listRecords(repository).map(({ folder, branch, projectId, number }) => ({
    folder,
    branch,
    projectId,
    number,
    isThere: existsSync(folder) && trees.some((tree) => tree.folder === folder),
  }));
}

/** Takes a folder and what git knows of it away. */
export async function dropFolder({ root }: Repository, folder: string): Promise<void> {
  const remove = ['worktree', 'remove', '--force', '--force', folder];
  const { code } = await askGit(root, remove);
  if (code === 0 && !existsSync(folder)) return;
  // Git leaves a folder with submodules, and one that it cannot write to.
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    makeWritable(folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
  await askGit(root, remove);
}

function makeWritable(folder: string): void {
  chmodSync(folder, 0o700);
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (lstatSync(path).isDirectory()) makeWritable(path);
  }
}
