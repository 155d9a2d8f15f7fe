import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Environment } from './environment.ts';
import { PROJECT_FILE } from './project-file.ts';

/**
 * The root of the git working tree (a linked worktree has its own), else the folder of the project file, else the
 * folder itself. A home folder under git does not make one tree of everything below it.
 */
export function findWorkingTree({ home }: Pick<Environment, 'home'>, folder: string): string {
  const start = resolveLinks(folder);
  const top = resolveLinks(home);
  return climb(start, top, '.git') ?? climb(start, top, PROJECT_FILE) ?? start;
}

/** A short hash of the working tree's path, under which its state is stored. */
export const workingTreeKey = (environment: Pick<Environment, 'home'>, folder: string): string =>
  createHash('sha256').update(findWorkingTree(environment, folder)).digest('hex').slice(0, 16);

/** The folder with the working tree's state. */
export const workingTreeFolder = (environment: Pick<Environment, 'home' | 'stateFolder'>, folder: string): string =>
  join(environment.stateFolder, 'trees', workingTreeKey(environment, folder));

function climb(start: string, top: string, name: string): string | undefined {
  for (let here = start; here !== top; here = dirname(here)) {
    if (existsSync(join(here, name))) return here;
    if (dirname(here) === here) return undefined;
  }
  return undefined;
}

/** Resolves symlinks, so that one folder has one name. */
function resolveLinks(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}
