import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failure.ts';
import { askGit, faultOf, findCommit } from './git.ts';
import { listTrees } from './list-trees.ts';
import { mendLink } from './mend-link.ts';
import { mendTree } from './mend-tree.ts';
import { branchNameOf, historyRef } from './names.ts';
import { dropFolder } from './remove-worktree.ts';
import { withTreeLock } from './tree-lock.ts';
import { type TreeRecord, findRecord, listRecords, writeRecord } from './tree-records.ts';
import type { Repository, Worktree } from './worktree.ts';

export interface AskedTree {
  projectId: string;
  number: number;
  title: string;
  base: string;
}

const NAMES_MAX = 100;

/** The working tree of a task: the one that an earlier try left, under whatever title, or a new one from the base. */
export async function openWorktree(repository: Repository, asked: AskedTree): Promise<Worktree> {
  excludeRunFolder(repository);
  const tree = await withTreeLock(repository, async () => {
    const record = findRecord(repository, asked);
    const reused = record === undefined ? undefined : await reuse(repository, record);
    return reused ?? add(repository, asked, await requireStart(repository, asked.base));
  });
  if (tree.isReused && tree.branch !== null)
    await mendTree(tree.folder, tree.branch, `${historyRef(asked.projectId, asked.number)}-aside`);
  return tree;
}

/** The repository's own working tree, for one agent alone; refused while it has uncommitted changes. */
export async function openOwnTree(repository: Repository): Promise<Worktree> {
  const { root } = repository;
  excludeRunFolder(repository);
  const { out } = await askGit(root, ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=normal']);
  const dirty = out.split('\0').filter((line) => line !== '');
  if (dirty.length > 0) {
    const named = dirty.slice(0, 5).map((line) => line.slice(3));
    const more = dirty.length > named.length ? ` and ${dirty.length - named.length} more` : '';
    throw new Failure(
      `${root} has uncommitted changes: commit them first, or use --worktrees (${named.join(', ')}${more}).`,
    );
  }
  const { code, out: branch } = await askGit(root, ['symbolic-ref', '--short', '--quiet', 'HEAD']);
  return { folder: root, branch: code === 0 ? branch.trim() : null, isLinked: false, isReused: false };
}

async function reuse(repository: Repository, record: TreeRecord): Promise<Worktree | undefined> {
  const { branch, folder } = record;
  mendLink(repository, folder);
  const listed = (await listTrees(repository.root)).find((tree) => tree.folder === folder);
  // Killed while it was added: of two runs that wanted the same name only one has it.
  const isOthers = listRecords(repository).some((other) => other.folder === folder && !isSameTask(other, record));
  if (isOthers) return undefined;
  if (!record.isReady || (listed !== undefined && !existsSync(folder))) await dropFolder(repository, folder);
  else if (listed !== undefined) {
    const { code } = await askGit(folder, ['rev-parse', '--is-inside-work-tree']);
    if (code === 0) return { folder, branch, isLinked: true, isReused: true };
  }
  const tip = await findCommit(repository.root, `refs/heads/${branch}`);
  if (tip === undefined) return undefined;
  const isElsewhere = (await listTrees(repository.root)).some((tree) => tree.branch === branch);
  const added = await add(repository, { ...record, name: branch }, isElsewhere ? tip : undefined);
  return { ...added, isReused: true };
}

/** Adds a working tree under the first free name: on a new branch from `start`, or on the one that is there. */
async function add(
  repository: Repository,
  task: { projectId: string; number: number } & ({ title: string } | { name: string }),
  start: string | undefined,
): Promise<Worktree> {
  const name = 'title' in task ? branchNameOf(task.number, task.title) : task.name;
  const { root } = repository;
  const { projectId, number } = task;
  const others = listRecords(repository).filter((other) => !isSameTask(other, task));
  mkdirSync(join(root, '.baton/worktrees'), { recursive: true });
  for (let count = 1; count <= NAMES_MAX; count += 1) {
    const free = count === 1 ? name : `${name}-${count}`;
    const branch = start === undefined ? name : free;
    const folder = join(root, '.baton/worktrees', free.slice('baton/'.length));
    const isTaken = existsSync(folder) || others.some((other) => other.folder === folder || other.branch === branch);
    if (isTaken || (start !== undefined && (await findCommit(root, `refs/heads/${branch}`)) !== undefined)) continue;
    const record = { projectId, number, branch, folder, isReady: false };
    writeRecord(repository, record);
    const where = start === undefined ? [folder, branch] : ['--no-track', '-b', branch, folder, start];
    const { code, err } = await askGit(root, ['worktree', 'add', '--quiet', ...where]);
    if (code === 0) {
      writeRecord(repository, { ...record, isReady: true });
      return { folder, branch, isLinked: true, isReused: false };
    }
    if (!/already exists/.test(err)) throw new Failure(`Git made no working tree for T${number}: ${faultOf(err)}.`);
  }
  throw new Failure(
    `All names from ${name} to ${name}-${NAMES_MAX} are taken: remove branches or folders of old runs.`,
  );
}

const isSameTask = (one: Pick<TreeRecord, 'projectId' | 'number'>, other: Pick<TreeRecord, 'projectId' | 'number'>) =>
  one.projectId === other.projectId && one.number === other.number;

async function requireStart({ root }: Repository, base: string): Promise<string> {
  const start = await findCommit(root, `refs/heads/${base}`);
  if (start === undefined) throw new Failure(`The branch ${base} is gone.`);
  return start;
}

/** In the repository's own list of ignored files, which nobody commits. */
function excludeRunFolder({ gitFolder }: Repository): void {
  const file = join(gitFolder, 'info/exclude');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (text.split(/\r?\n/).includes('.baton/')) return;
  mkdirSync(join(gitFolder, 'info'), { recursive: true });
  appendFileSync(file, `${text === '' || text.endsWith('\n') ? '' : '\n'}.baton/\n`);
}
