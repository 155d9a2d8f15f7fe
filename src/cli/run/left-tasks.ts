import { existsSync } from 'node:fs';
import { findMerged } from './integrate/index.ts';
import { type Journal, type TaskEntry, endGroup, isAlive, ownerIsAlive } from './journal/index.ts';
import { type Repository, type Worktree, measureWork, removeWorktree } from './worktree/index.ts';

/** A task that a runner which is gone has left. */
export interface LeftTask {
  agent: string;
  number: number;
  entry: TaskEntry;
}

/** What runners that are gone have left; clients that outlived them are ended first, so that nobody else writes. */
export async function findLeft(journal: Journal): Promise<LeftTask[]> {
  const entries = journal.list().filter((entry) => !ownerIsAlive(entry));
  await Promise.all(
    entries.map(async ({ child }) => {
      if (child !== null && isAlive(child.pid, child.startedAt)) await endGroup(child.pid);
    }),
  );
  return entries.map((entry) => ({ agent: entry.worker, number: entry.number, entry }));
}

/** The working tree that the journal names, if it is still there. */
export function treeOf(repository: Repository, { worktree, branch }: TaskEntry): Worktree | undefined {
  if (worktree === null || !existsSync(worktree)) return undefined;
  return { folder: worktree, branch, isLinked: worktree !== repository.root, isReused: true };
}

/** The branch itself has other commits than the one it became on the base. */
async function isMerged(repository: Repository, { base, projectId, number, begun }: TaskEntry): Promise<boolean> {
  if (base === null) return false;
  return (await findMerged(repository, { base, projectId, number, since: begun })) !== undefined;
}

/** A left task that is not taken up again: its working tree goes, unless it has something that the base lacks. */
export async function tidyLeft(
  repository: Repository,
  journal: Journal,
  { entry }: Pick<LeftTask, 'entry'>,
): Promise<string | undefined> {
  const tree = treeOf(repository, entry);
  journal.remove(entry.number);
  if (tree === undefined || !tree.isLinked) return undefined;
  // Its runner was killed between telling that it is done and removing it.
  const isDone = await isMerged(repository, entry);
  if (entry.stage === 'ended' && !isDone) await removeWorktree(repository, tree, { branch: 'keep' });
  else if (!isDone && (await measureWork(tree, entry.base ?? undefined, entry.begun)).isChanged) return tree.folder;
  else await removeWorktree(repository, tree, { branch: 'delete' });
  return undefined;
}
