import { createReadStream, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Failure } from '../../failure.ts';
import { commitAll } from '../worktree/commit-all.ts';
import { askGit, faultOf, git, gitFolderOf, splitNames } from '../worktree/git.ts';
import { identityOf } from '../worktree/identity.ts';
import type { Worktree } from '../worktree/worktree.ts';

/** Beside HEAD while an agent resolves a conflict: the names of the files that had markers. */
const CONFLICT = 'baton-conflict';

/**
 * Merges the base into the task's branch. Files in conflict are named, and the working tree is as before, or keeps the
 * markers for somebody to resolve.
 */
export async function mergeBase(
  { folder }: Pick<Worktree, 'folder'>,
  { name, target }: { name: string; target: string },
  onConflict: 'abort' | 'leave',
): Promise<string[]> {
  const merge = ['merge', '--no-ff', '--no-edit', '--no-verify', '--no-squash', '--commit', '--quiet', '--no-stat'];
  const words = [...(await identityOf(folder)), ...merge, '-m', `Merge ${name}`, target];
  const { code, out, err } = await askGit(folder, words);
  if (code === 0) return [];
  const files = await listUnmerged(folder);
  if (files.length === 0) {
    await askGit(folder, ['merge', '--abort']);
    throw new Failure(`${name} cannot be merged into the branch: ${faultOf(err === '' ? out : err)}.`);
  }
  if (onConflict === 'abort') await git(folder, ['merge', '--abort']);
  return files;
}

/**
 * Leaves the conflict with the base in the files, between markers, for an agent to resolve by editing them; the merge is
 * finished by the next commit of everything. Answers the files; none if there is no conflict any more.
 */
export async function beginConflict(worktree: Worktree, base: string): Promise<string[]> {
  const file = join(await gitFolderOf(worktree.folder), CONFLICT);
  const open = await listUnmerged(worktree.folder);
  if (open.length === 0) await commitAll(worktree, `Before the merge of ${base}`);
  const files =
    open.length > 0 ? open : await mergeBase(worktree, { name: base, target: `refs/heads/${base}` }, 'leave');
  if (files.length > 0) writeFileSync(file, files.join('\0'));
  return files;
}

/** The files of a begun conflict that still have markers, and any others that git knows as unmerged and that have some. */
export async function listUnresolved({ folder }: Pick<Worktree, 'folder'>): Promise<string[]> {
  const begun = await readBegun(folder);
  const names = [...new Set([...begun, ...(await listUnmerged(folder))])];
  const found = await Promise.all(names.map(async (name) => ((await hasMarkers(join(folder, name))) ? [name] : [])));
  return found.flat();
}

/** Once everything is committed without markers. */
export async function forgetConflict({ folder }: Pick<Worktree, 'folder'>): Promise<void> {
  rmSync(join(await gitFolderOf(folder), CONFLICT), { force: true });
}

const listUnmerged = async (folder: string) =>
  splitNames((await askGit(folder, ['diff', '--name-only', '--diff-filter=U', '-z', '--no-ext-diff'])).out);

async function readBegun(folder: string): Promise<string[]> {
  try {
    return splitNames(readFileSync(join(await gitFolderOf(folder), CONFLICT), 'utf8'));
  } catch {
    return [];
  }
}

/** A beginning and an end: lines of equal signs alone are headings in some languages. */
async function hasMarkers(file: string): Promise<boolean> {
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  let hasBegun = false;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (line.startsWith('<<<<<<< ')) hasBegun = true;
    if (hasBegun && line.startsWith('>>>>>>> ')) return true;
  }
  return false;
}
