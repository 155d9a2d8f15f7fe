import { mendLink } from './mend-link.ts';
import { type AskedTree, openWorktree } from './open-worktree.ts';
import type { Repository, Worktree } from './worktree.ts';

/**
 * The working tree of a task after a program has run in it, which may have removed it or begun another repository
 * there: once more one of this repository, where necessary made again from its branch.
 */
export const holdTree = async (repository: Repository, tree: Worktree, asked: AskedTree): Promise<Worktree> =>
  !tree.isLinked || mendLink(repository, tree.folder) ? tree : openWorktree(repository, asked);
