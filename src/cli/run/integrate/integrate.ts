import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verification } from '#contract/proof.ts';
import { Failure } from '../../failure.ts';
import { commitAll, dropUncommitted } from '../worktree/commit-all.ts';
import { findCommit, gitFolderOf } from '../worktree/git.ts';
import { keepHistory } from '../worktree/keep-history.ts';
import { measureDiff } from '../worktree/measure-work.ts';
import { INTEGRATING, isAncestor, mendTree } from '../worktree/mend-tree.ts';
import { historyRef } from '../worktree/names.ts';
import type { Repository, Worktree } from '../worktree/worktree.ts';
import { advanceBase } from './advance-base.ts';
import { forgetConflict, listUnresolved, mergeBase } from './conflict.ts';
import type { Integrated } from './integrated.ts';
import { withMergeLock } from './merge-lock.ts';
import { squash } from './squash.ts';
import { type TaskOfCommit, taskSubject } from './task-message.ts';

export interface IntegrateOptions extends TaskOfCommit {
  base: string;
  /** Runs the verify command; without one everything passes. */
  verify?: ((folder: string) => Promise<Verification>) | undefined;
  /** Asked right before the base is moved: whether the baton is still held. */
  mayMerge: () => Promise<boolean>;
  onStage: (stage: 'rebasing' | 'verifying' | 'merging') => void;
}

type Ended = Integrated | { kind: 'lost' };

const ROUNDS_MAX = 10;

/** Brings the work of a task onto the base branch as one commit that was verified there; one task at a time. */
export const integrate = (repository: Repository, worktree: Worktree, options: IntegrateOptions): Promise<Ended> =>
  withMergeLock(repository, `T${options.number}`, async () => {
    if (!worktree.isLinked || worktree.branch === null)
      return refuse('The work is in the repository’s own tree: there is no branch to merge');
    try {
      const unresolved = await prepare(worktree, worktree.branch, options);
      if (unresolved.length > 0) return { kind: 'conflict', files: unresolved };
      return await repeat(repository, worktree, options);
    } catch (error) {
      if (error instanceof Failure) return refuse(error.message);
      throw error;
    }
  });

/** Commits what is left, on the task's branch. Files with markers of a conflict are named instead. */
async function prepare(worktree: Worktree, branch: string, options: IntegrateOptions): Promise<string[]> {
  const { folder } = worktree;
  await mendTree(folder, branch, `${historyRef(options.projectId, options.number)}-aside`);
  const unresolved = await listUnresolved(worktree);
  if (unresolved.length > 0) return unresolved;
  await commitAll(worktree, taskSubject(options));
  await forgetConflict(worktree);
  return [];
}

async function repeat(repository: Repository, worktree: Worktree, options: IntegrateOptions): Promise<Ended> {
  const mark = join(await gitFolderOf(worktree.folder), INTEGRATING);
  writeFileSync(mark, '');
  try {
    for (let round = 1; round <= ROUNDS_MAX; round += 1) {
      const ended = await attempt(repository, worktree, options);
      if (ended.kind !== 'moved') return ended;
    }
  } finally {
    rmSync(mark, { force: true });
  }
  return refuse(`${options.base} moved ${ROUNDS_MAX} times while the work was being merged`);
}

async function attempt(
  repository: Repository,
  worktree: Worktree,
  options: IntegrateOptions,
): Promise<Ended | { kind: 'moved' }> {
  const { folder } = worktree;
  const { base, verify } = options;
  options.onStage('rebasing');
  const from = await findCommit(folder, `refs/heads/${base}`);
  if (from === undefined) return refuse(`The branch ${base} is gone`);
  await keepHistory(folder, options, await requireHead(folder));
  if (!(await isAncestor(folder, from, 'HEAD'))) {
    const files = await mergeBase(worktree, { name: base, target: from }, 'abort');
    if (files.length > 0) return { kind: 'conflict', files };
  }
  const tip = await requireHead(folder);
  // A person may have committed in between.
  if (!(await isAncestor(folder, from, tip))) return { kind: 'moved' };
  const commit = await squash(folder, { base: from, tip }, options);
  const verification = verify === undefined ? undefined : await runVerification(worktree, options, verify);
  if (verification !== undefined && verification.exit_code !== 0) return { kind: 'failed', verification };
  options.onStage('merging');
  if (!(await options.mayMerge())) return { kind: 'lost' };
  const to = commit ?? from;
  const advanced = await advanceBase(repository, { base, from, to });
  if (advanced.kind !== 'merged') return advanced;
  const { diff } = await measureDiff(folder, from, to);
  return {
    kind: 'merged',
    commit: to,
    verification: verification === undefined ? undefined : { ...verification, commit: to },
    diff,
  };
}

/** What the command leaves behind is not part of the work. */
async function runVerification(
  worktree: Worktree,
  { onStage }: IntegrateOptions,
  verify: (folder: string) => Promise<Verification>,
): Promise<Verification> {
  onStage('verifying');
  try {
    return await verify(worktree.folder);
  } finally {
    await dropUncommitted(worktree);
  }
}

async function requireHead(folder: string): Promise<string> {
  const head = await findCommit(folder, 'HEAD');
  if (head === undefined) throw new Failure(`${folder} has no commit`);
  return head;
}

const refuse = (reason: string): Ended => ({ kind: 'refused', reason: `${reason.replace(/\.$/, '')}.` });
