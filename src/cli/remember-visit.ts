import { join } from 'node:path';
import type { Environment } from './environment.ts';
import { readJsonFile } from './user-config.ts';
import { workingTreeFolder } from './working-tree.ts';
import { writeWhole } from './write-file.ts';

/** What a working tree last saw of a project. */
const fileOf = (environment: Environment, folder: string, projectId: string): string =>
  join(workingTreeFolder(environment, folder), `visit-${projectId}.json`);

/** The cursor of the last visit; undefined if there is none or it is unreadable. */
export function lastVisit(environment: Environment, folder: string, projectId: string): number | undefined {
  try {
    const { cursor } = readJsonFile(fileOf(environment, folder, projectId));
    return typeof cursor === 'number' && Number.isSafeInteger(cursor) && cursor >= 0 ? cursor : undefined;
  } catch {
    return undefined;
  }
}

/** Best effort: failing to store it does not fail the command. */
export function rememberVisit(environment: Environment, folder: string, projectId: string, cursor: number): void {
  try {
    writeWhole(fileOf(environment, folder, projectId), `${JSON.stringify({ cursor })}\n`, { isPrivate: true });
  } catch {
    // Then the next visit reports a little more than necessary.
  }
}
