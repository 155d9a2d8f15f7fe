import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { askGit, git } from './git.ts';
import type { Repository } from './worktree.ts';

export interface ListedTree {
  folder: string;
  /** Null on a detached HEAD. */
  branch: string | null;
  isBare: boolean;
}

const HEADS = 'refs/heads/';

/** The working trees of a repository, the main one first. */
export async function listTrees(folder: string): Promise<ListedTree[]> {
  const list = ['worktree', 'list', '--porcelain'];
  const { code, out } = await askGit(folder, [...list, '-z']);
  // Git before 2.36 has no -z here.
  const text = code === 0 ? out : (await git(folder, list)).replaceAll('\n', '\0');
  return text
    .split('\0\0')
    .map((block) => block.split('\0').filter((line) => line !== ''))
    .filter((lines) => lines[0]?.startsWith('worktree ') === true)
    .map((lines) => {
      const branch = lines.find((line) => line.startsWith('branch '))?.slice('branch '.length);
      return {
        folder: (lines[0] ?? '').slice('worktree '.length),
        branch: branch?.startsWith(HEADS) === true ? branch.slice(HEADS.length) : null,
        isBare: lines.includes('bare'),
      };
    });
}

/** Whether a rebase of the branch is at work in any working tree: its HEAD is detached meanwhile. */
export function isBeingRebased({ gitFolder }: Repository, branch: string): boolean {
  const linked = join(gitFolder, 'worktrees');
  const folders = [gitFolder, ...read(() => readdirSync(linked), []).map((name) => join(linked, name))];
  return folders.some((folder) =>
    ['rebase-merge', 'rebase-apply'].some(
      (state) => read(() => readFileSync(join(folder, state, 'head-name'), 'utf8').trim(), '') === HEADS + branch,
    ),
  );
}

function read<T>(from: () => T, missing: T): T {
  try {
    return from();
  } catch {
    return missing;
  }
}
