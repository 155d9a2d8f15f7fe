import { existsSync, globSync } from 'node:fs';
import path from 'node:path';

const FOLDERS = '{src,scripts,e2e,bench,bin}';

/** A file of the tree by its path, or, if it has moved, by its name. Undefined where there is none or more than one. */
export function findFile(root: string, file: string): string | undefined {
  if (existsSync(path.join(root, file))) return file;
  // The files of migrations all have one name: there the folder is the name.
  const name = /(?:^|\/)([^/]+\/migration\.sql)$/.exec(file)?.[1] ?? path.basename(file);
  const found = globSync(`${FOLDERS}/**/${name}`, { cwd: root });
  return found.length === 1 ? found[0] : undefined;
}
