import { join } from 'node:path';
import { withFileLock } from '../journal/file-lock.ts';
import { runFolder } from '../worktree/names.ts';
import type { Repository } from '../worktree/worktree.ts';

/** Runs `fn` while no other run of this repository merges. */
export const withMergeLock = <T>(repository: Repository, owner: string, fn: () => Promise<T>): Promise<T> =>
  withFileLock(join(runFolder(repository), 'merge.lock'), owner, fn);
