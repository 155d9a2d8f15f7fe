import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { libraryName } from './judge-import.ts';
import { readImports } from './read-imports.ts';

/** What Baton is made of: server, command line, web app, and what `npm start` builds them with. */
const SOURCES = [
  'src/!(test)/**/*.{ts,tsx}',
  'vite.config.ts',
  'scripts/{build,build-*,compress-assets}.ts',
  'scripts/docs/*.ts',
];
const STYLES = 'src/web/**/*.css';
const TEST = /\.test\.tsx?$/;

/** The packages that a build or a running Baton loads. */
export function listLoadedPackages(root: string): ReadonlySet<string> {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((file) => !TEST.test(file));
  const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
  const imported = files.flatMap((file) =>
    readImports(file, read(file))
      .imports.filter(({ isType }) => !isType)
      .map(({ specifier }) => specifier ?? ''),
  );
  const drawn = globSync(STYLES, { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/url\('([^'/.:][^':]*)'\)/g)].map(([, place = '']) => place),
  );
  return new Set([...imported, ...drawn].map(libraryName));
}
