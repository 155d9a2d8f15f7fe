import { basename, dirname, join } from 'node:path';
import type { Repository } from './worktree.ts';

const SLUG_MAX = 40;

/** Of letters a to z, digits and single dashes; empty if nothing of the title is left. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replace(/^-/, '')
    .slice(0, SLUG_MAX)
    .replace(/-$/, '');
}

/** Nothing of a title can make it an option, a path or a name that git refuses. */
export function branchNameOf(number: number, title: string): string {
  const slug = slugOf(title);
  return slug === '' ? `baton/T${number}` : `baton/T${number}-${slug}`;
}

/** Eight characters of a project's id: its last, because projects made in one minute share their first. */
export const projectMark = (projectId: string): string =>
  projectId
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '')
    .slice(-8);

/** Where the local files of runs are. */
export const runFolder = (repository: Repository): string => join(repository.gitFolder, 'baton');

/** Whether a folder is a working tree that runs make. */
export const isOfRun = (folder: string): boolean =>
  basename(dirname(folder)) === 'worktrees' && basename(dirname(dirname(folder))) === '.baton';

/** A working tree of a run lies in the person's own, for which git must not take it where its link is gone. */
export const ceilingOf = (folder: string): { GIT_CEILING_DIRECTORIES?: string } =>
  isOfRun(folder) ? { GIT_CEILING_DIRECTORIES: dirname(folder) } : {};

/** Where the own history of a task's branch is kept. */
export const historyRef = (projectId: string, number: number): string =>
  `refs/baton/${projectMark(projectId)}/T${number}`;
