import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readJsonFile, textOf } from './user-config.ts';

export const PROJECT_FILE = '.baton.json';

export interface ProjectFile {
  path: string;
  url: string | undefined;
  project: string | undefined;
}

/** The nearest project file, in this folder or an ancestor. It never contains a key. */
export function findProjectFile(folder: string): ProjectFile | undefined {
  for (let here = folder; ; here = dirname(here)) {
    const path = join(here, PROJECT_FILE);
    if (existsSync(path)) {
      const found = readJsonFile(path);
      return { path, url: textOf(found['url']), project: textOf(found['project']) };
    }
    if (dirname(here) === here) return undefined;
  }
}
