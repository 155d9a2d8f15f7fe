import type { TaskWork } from './task-work.ts';
import { type WorkDone, measureWork } from './worktree/index.ts';

/** What was changed for the task so far, committed or not. */
export function measure({ tree, entry }: TaskWork): Promise<WorkDone> {
  if (tree === undefined) throw new Error('a task without its working tree');
  // In the repository's own tree the base moves with the work, which began at a commit of it.
  return measureWork(tree, tree.isLinked ? (entry.base ?? undefined) : undefined, entry.begun);
}
