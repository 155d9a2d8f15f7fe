import { join } from 'node:path';
import { withFileLock } from '../journal/file-lock.ts';
import { runFolder } from './names.ts';
import type { Repository } from './worktree.ts';

/** Git fails where two working trees are added or removed at once: it reads what the other has half written. */
export const withTreeLock = <T>(repository: Repository, fn: () => Promise<T>): Promise<T> =>
  withFileLock(join(runFolder(repository), 'trees.lock'), 'trees', fn);
