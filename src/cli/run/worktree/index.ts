export { commitAll, dropUncommitted } from './commit-all.ts';
export { holdTree } from './hold-tree.ts';
export { measureDiff, measureWork } from './measure-work.ts';
export { branchNameOf, ceilingOf, slugOf } from './names.ts';
export { findBase, openRepository } from './open-repository.ts';
export { openOwnTree, openWorktree } from './open-worktree.ts';
export { listWorktrees, removeWorktree } from './remove-worktree.ts';
export type { Repository, WorkDone, Worktree } from './worktree.ts';
