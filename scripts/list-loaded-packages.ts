import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { libraryName } from './judge-import.ts';
import { readImports } from './read-imports.ts';

/** What the server and the command line are made of; of the web app only what was built is shipped. */
const sources = 'src/!(web|test)/**/*.ts';

/** The packages that the server and the command line load when they run. */
export function listLoadedPackages(root: string): ReadonlySet<string> {
  const files = globSync(sources, { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
  const packages = files.flatMap((file) =>
    readImports(file, readFileSync(path.join(root, file), 'utf8'))
      .imports.filter(({ isType }) => !isType)
      .map(({ specifier }) => libraryName(specifier ?? '')),
  );
  return new Set(packages);
}
