import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { askGit, git, splitNames } from './git.ts';

/**
 * Stages what `git add` leaves out, though a command that verifies the files sees it: files of a repository that was
 * made within the working tree, of which git would keep nothing but a commit's name, and files that it was told not to
 * look at.
 */
export async function stageHidden(folder: string, env: Record<string, string>): Promise<void> {
  const listed = splitNames((await askGit(folder, ['ls-files', '-s', '-v', '-z'], { env })).out).map(readEntry);
  const hidden = listed.filter(({ tag, name }) => /[a-zS]/.test(tag) && isThere(join(folder, name)));
  for (const flag of hidden.length === 0 ? [] : ['--no-assume-unchanged', '--no-skip-worktree'])
    await update(folder, [flag], hidden, env);
  const others = splitNames((await askGit(folder, ['ls-files', '-o', '--exclude-standard', '-z'], { env })).out);
  const submodules = await listSubmodules(folder);
  const isInner = (name: string) => !submodules.has(name) && existsSync(join(folder, name, '.git'));
  const links = listed.filter(({ mode, name }) => mode === '160000' && isInner(name));
  const made = others.filter((name) => name.endsWith('/')).map((name) => ({ name: name.slice(0, -1) }));
  const inner = [...links, ...made.filter(({ name }) => isInner(name))];
  if (inner.length === 0) return;
  const files = (await Promise.all(inner.map(({ name }) => listFiles(folder, name)))).flat();
  await update(folder, ['--force-remove'], links, env);
  await update(folder, ['--add', '--remove'], files, env);
}

interface Named {
  name: string;
}

const isThere = (file: string) => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

/** "H 100644 78981922… 0	a.txt" */
function readEntry(line: string): Named & { tag: string; mode: string } {
  const at = line.indexOf('\t');
  const [tag = '', mode = ''] = line.slice(0, at).split(' ');
  return { tag, mode, name: line.slice(at + 1) };
}

const update = (folder: string, flags: readonly string[], names: readonly Named[], env: Record<string, string>) =>
  git(folder, ['update-index', ...flags, '-z', '--stdin'], {
    env,
    input: names.map(({ name }) => `${name}\0`).join(''),
  });

/** Those that are meant to be repositories of their own. */
async function listSubmodules(folder: string): Promise<ReadonlySet<string>> {
  const { out } = await askGit(folder, ['config', '-z', '-f', '.gitmodules', '--get-regexp', String.raw`\.path$`]);
  return new Set(splitNames(out).map((line) => line.slice(line.indexOf('\n') + 1)));
}

/** The files of a repository, and of those within it. */
async function listFiles(folder: string, place: string): Promise<Named[]> {
  const { out } = await askGit(join(folder, place), ['ls-files', '-c', '-o', '--exclude-standard', '-z']);
  const found = await Promise.all(
    [...new Set(splitNames(out))].map(async (name) => {
      const path = join(place, name);
      const isFolder = lstatSync(join(folder, path), { throwIfNoEntry: false })?.isDirectory() === true;
      if (!isFolder) return [{ name: path }];
      return existsSync(join(folder, path, '.git')) ? listFiles(folder, path) : [];
    }),
  );
  return found.flat();
}
