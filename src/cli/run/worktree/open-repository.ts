import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '../../failure.ts';
import { askGit, faultOf, findCommit, git } from './git.ts';
import { listTrees } from './list-trees.ts';
import type { Repository } from './worktree.ts';

const BUSY = [
  ['rebase-merge', 'a rebase'],
  ['rebase-apply', 'a rebase'],
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
] as const;

/** The repository of a folder, from any of its working trees; refused where a run could not work. */
export async function openRepository(folder: string): Promise<Repository> {
  const { code, out, err } = await askGit(folder, ['rev-parse', '--absolute-git-dir', '--git-common-dir']);
  if (code !== 0) throw new Failure(explain(folder, err));
  const [own = '', common = ''] = out.split('\n').map((line) => realpathSync(resolve(folder, line)));
  const [main] = await listTrees(folder);
  const isMain = own === common;
  if (main === undefined || main.isBare)
    throw new Failure(`${common} is a bare repository: run where files can be edited.`);
  // In a submodule the list names the folder in .git/modules of the repository around it.
  const top = isMain ? await askGit(folder, ['rev-parse', '--show-toplevel']) : undefined;
  const root = top?.code === 0 ? top.out.replace(/\n$/, '') : main.folder;
  const repository = { root: realpathSync(root), gitFolder: common };
  if ((await findCommit(repository.root, 'HEAD')) === undefined)
    throw new Failure(
      `${repository.root} has no commit yet: commit something first, so that there is a base to work from.`,
    );
  const busy = BUSY.find(([name]) => existsSync(join(common, name)));
  if (busy !== undefined)
    throw new Failure(`${busy[1]} is in progress in ${repository.root}: finish or abort it first.`.replace(/^a/, 'A'));
  return repository;
}

/** The branch that is checked out in the main working tree, or the one that was named. */
export async function findBase({ root }: Repository, named?: string): Promise<string> {
  if (named === undefined) {
    const { code, out } = await askGit(root, ['symbolic-ref', '--short', '--quiet', 'HEAD']);
    if (code === 0) return out.trim();
    throw new Failure(`HEAD is detached in ${root}: check out the branch to merge into, or name it.`);
  }
  const { code } = await askGit(root, ['show-ref', '--verify', '--quiet', `refs/heads/${named}`]);
  if (code === 0) return named;
  const branches = (await git(root, ['for-each-ref', '--count=10', '--format=%(refname:short)', 'refs/heads'])).split(
    '\n',
  );
  throw new Failure(`There is no local branch ${JSON.stringify(named)}. There are: ${branches.join(', ')}.`);
}

function explain(folder: string, err: string): string {
  if (err.includes('not a git repository'))
    return `${folder} is in no git repository: begin one with git init, and commit.`;
  return `git cannot read the repository of ${folder}: ${faultOf(err)}.`;
}
