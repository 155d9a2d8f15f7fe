import { askGit, git } from '../worktree/git.ts';
import { commitTree, withIndexCopy } from '../worktree/snapshot.ts';
import { type TaskOfCommit, listSubjects, taskMessage } from './task-message.ts';

/**
 * Makes the one commit of a task on the base, from a branch that has the base in it; no file of a working tree is
 * touched. Undefined if the branch changes nothing.
 */
export async function squash(
  folder: string,
  { base, tip }: { base: string; tip: string },
  task: TaskOfCommit,
): Promise<string | undefined> {
  const tree = await treeWithoutRuns(folder, base, tip);
  if (tree === (await git(folder, ['rev-parse', `${base}^{tree}`]))) return undefined;
  return commitTree(folder, tree, [base], taskMessage(task, await listSubjects(folder, base, tip)));
}

/** `.baton` as the base has it, which is hardly ever. */
async function treeWithoutRuns(folder: string, base: string, tip: string): Promise<string> {
  const find = async (commit: string) =>
    (await askGit(folder, ['rev-parse', '--quiet', '--verify', `${commit}:.baton`])).out;
  const [wanted, found] = await Promise.all([find(base), find(tip)]);
  if (wanted === found) return git(folder, ['rev-parse', `${tip}^{tree}`]);
  return withIndexCopy(folder, async (env) => {
    await git(folder, ['read-tree', tip], { env });
    await git(folder, ['rm', '-r', '--cached', '--quiet', '--ignore-unmatch', '--', ':(top).baton'], { env });
    const entries = await git(folder, ['ls-tree', '-r', '-z', '--full-tree', base, '--', '.baton'], { env });
    await git(folder, ['update-index', '-z', '--index-info'], { env, input: entries });
    return git(folder, ['write-tree'], { env });
  });
}
