import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { askGit, faultOf, findCommit, git, splitNames } from '../worktree/git.ts';
import { isBeingRebased, listTrees } from '../worktree/list-trees.ts';
import { sayName } from '../worktree/measure-work.ts';
import { withIndexCopy } from '../worktree/snapshot.ts';
import type { Repository } from '../worktree/worktree.ts';

export interface Step {
  base: string;
  from: string;
  to: string;
}

/** moved: the base is not where the commit was made for. */
export type Advanced = { kind: 'merged' } | { kind: 'moved' } | { kind: 'refused'; reason: string };

const LOCK_TRIES = 40;
const LOCK_MS = 250;
const NAMES_SHOWN = 8;
/** No ignored file of the person is overwritten either. */
const FAST_FORWARD = [
  'merge',
  '--ff-only',
  '--no-squash',
  '--commit',
  '--no-edit',
  '--no-stat',
  '--quiet',
  '--no-overwrite-ignore',
];

/** Fast-forwards the base to its new commit, also where it is checked out; nothing of the person's is changed by it. */
export async function advanceBase(repository: Repository, step: Step): Promise<Advanced> {
  const { base, from, to } = step;
  const ref = `refs/heads/${base}`;
  if ((await findCommit(repository.root, ref)) !== from) return { kind: 'moved' };
  if (isBeingRebased(repository, base)) return refuse(`${base} is being rebased: finish or abort that first`);
  const tree = (await listTrees(repository.root)).find(({ branch, folder }) => branch === base && existsSync(folder));
  if (tree !== undefined) return advanceTree(tree.folder, step);
  // Compare and swap.
  const { code, err } = await askGit(repository.root, ['update-ref', '-m', 'baton run', '--', ref, to, from]);
  if (code === 0) return { kind: 'merged' };
  return (await findCommit(repository.root, ref)) === from ? refuse(faultOf(err)) : { kind: 'moved' };
}

async function advanceTree(folder: string, { base, from, to }: Step): Promise<Advanced> {
  let isMended = false;
  for (let count = 1; ; count += 1) {
    const { code, err } = await askGit(folder, [...FAST_FORWARD, to]);
    const now = await findCommit(folder, `refs/heads/${base}`);
    if (code === 0 && now === to) return { kind: 'merged' };
    if (now !== from) return { kind: 'moved' };
    if (err.includes('index.lock')) {
      if (count >= LOCK_TRIES)
        return refuse(`git is at work in ${folder}, or was killed there: remove ${lockOf(err)} if nothing uses it`);
      await wait(LOCK_MS);
      continue;
    }
    const { same, others } = await findInTheWay(folder, { from, to });
    if (others.length > 0) return refuse(`local changes in ${folder} would be overwritten: ${sayNames(others)}`);
    if (same.length === 0 || isMended) return refuse(`${base} cannot be fast-forwarded in ${folder}: ${faultOf(err)}`);
    // What a killed fast-forward has written already: git goes on where the index says the same.
    await git(folder, ['update-index', '--add', '--remove', '-z', '--stdin'], { input: same.join('\0') });
    isMended = true;
  }
}

/** Of the files that the step changes: those that are not as in `from`, parted by whether they are as in `to`. */
async function findInTheWay(
  folder: string,
  { from, to }: Pick<Step, 'from' | 'to'>,
): Promise<{ same: string[]; others: string[] }> {
  const changed = splitNames(await git(folder, ['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to]));
  const differ = async (commit: string, env: Record<string, string> = {}) => {
    const words = ['diff-index', '--cached', '-z', '--name-only', '--no-renames', commit];
    return new Set(splitNames(await git(folder, words, { env })));
  };
  const [stagedFrom, stagedTo] = await Promise.all([differ(from), differ(to)]);
  return withIndexCopy(folder, async (env) => {
    const input = changed.join('\0');
    await git(folder, ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], { env, input });
    const [oldest, newest] = await Promise.all([differ(from, env), differ(to, env)]);
    const isOther = (name: string) =>
      (oldest.has(name) && newest.has(name)) || (stagedFrom.has(name) && stagedTo.has(name));
    const touched = changed.filter((name) => oldest.has(name) || stagedFrom.has(name));
    return { same: touched.filter((name) => !isOther(name) && oldest.has(name)), others: touched.filter(isOther) };
  });
}

const refuse = (reason: string): Advanced => ({ kind: 'refused', reason: `${reason}.` });

const lockOf = (err: string): string => /'([^']+index\.lock)'/.exec(err)?.[1] ?? 'index.lock';

function sayNames(names: readonly string[]): string {
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '';
  return `${names.slice(0, NAMES_SHOWN).map(sayName).join(', ')}${more}`;
}
