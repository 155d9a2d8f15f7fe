import { Failure } from '../../failure.ts';
import { askGit, findCommit, git } from './git.ts';
import { snapshotTree } from './snapshot.ts';
import type { WorkDone, Worktree } from './worktree.ts';

const FILES_SHOWN = 30;

/** What was changed since the branch left the base, or without one since a commit; committed or not. */
export async function measureWork(
  { folder }: Worktree,
  base: string | undefined,
  begun?: string | null,
): Promise<WorkDone> {
  const commit = await findCommit(folder, 'HEAD');
  if (commit === undefined) throw new Failure(`${folder} has no commit.`);
  const began = (await findBegun(folder, base, commit, begun)) ?? commit;
  const measured = await measureDiff(folder, began, await snapshotTree(folder));
  return { commit, isChanged: measured.diff.files > 0, ...measured };
}

async function findBegun(folder: string, base: string | undefined, commit: string, begun: string | null | undefined) {
  if (base === undefined) return begun === null || begun === undefined ? undefined : findCommit(folder, begun);
  const { out } = await askGit(folder, ['merge-base', `refs/heads/${base}`, commit]);
  return out.trim() === '' ? undefined : out.trim();
}

/** The difference of two commits or trees. */
export async function measureDiff(folder: string, from: string, to: string): Promise<Pick<WorkDone, 'diff' | 'stat'>> {
  const words = ['diff', '--numstat', '-z', '-M', '--no-ext-diff', '--no-textconv', from, to];
  const fields = (await git(folder, words)).split('\0');
  const files: { name: string; plus: number; minus: number }[] = [];
  for (let at = 0; at < fields.length; at += 1) {
    const [, plus = '', minus = '', name = ''] = /^(\d+|-)\t(\d+|-)\t([\s\S]*)$/.exec(fields[at] ?? '') ?? [];
    if (plus === '') continue;
    // A renamed file has an empty name here, and both names after it.
    const shown = name === '' ? `${sayName(fields[at + 1])} → ${sayName(fields[at + 2])}` : sayName(name);
    if (name === '') at += 2;
    files.push({ name: shown, plus: Number(plus) || 0, minus: Number(minus) || 0 });
  }
  const lines = files.slice(0, FILES_SHOWN).map(({ name, plus, minus }) => `${name} | +${plus} -${minus}`);
  if (files.length > FILES_SHOWN) lines.push(`and ${files.length - FILES_SHOWN} more`);
  return {
    diff: {
      files: files.length,
      insertions: files.reduce((total, { plus }) => total + plus, 0),
      deletions: files.reduce((total, { minus }) => total + minus, 0),
    },
    stat: lines.join('\n'),
  };
}

/** A name in one line of at most 200 characters. */
export function sayName(name = ''): string {
  const said = /\p{C}/u.test(name) ? JSON.stringify(name) : name;
  return said.length > 200 ? `…${said.slice(-199)}` : said;
}
