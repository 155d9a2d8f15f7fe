import {
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import type { Repository } from './worktree.ts';

/**
 * Links the folder of a working tree to its repository again, and keeps what stood in the place of the link beside HEAD.
 * False if there is no such folder, or git does not know it.
 */
export function mendLink({ gitFolder }: Repository, folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  // A link to a folder of somebody else.
  if (found?.isSymbolicLink() === true) rmSync(folder);
  if (found?.isDirectory() !== true) return false;
  const link = join(folder, '.git');
  const own = findOwn(gitFolder, link);
  if (own === undefined) return false;
  if (targetOf(link) === realpathSync(own)) return true;
  if (lstatSync(link, { throwIfNoEntry: false }) !== undefined)
    renameSync(link, join(own, `baton-replaced-${Date.now()}`));
  writeFileSync(link, `gitdir: ${own}\n`);
  return true;
}

/** The folder in which git keeps HEAD and index of the working tree with this link. */
function findOwn(gitFolder: string, link: string): string | undefined {
  const all = join(gitFolder, 'worktrees');
  const names = existsSync(all) ? readdirSync(all) : [];
  return names.map((name) => join(all, name)).find((own) => resolve(own, readLine(join(own, 'gitdir'))) === link);
}

function targetOf(link: string): string | undefined {
  if (lstatSync(link, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const [, target] = /^gitdir: (.+)$/.exec(readLine(link)) ?? [];
  const own = target === undefined ? undefined : resolve(link, '..', target);
  return own !== undefined && existsSync(own) ? realpathSync(own) : undefined;
}

function readLine(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
