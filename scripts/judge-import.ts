import { isBuiltin } from 'node:module';
import path from 'node:path';
import { environmentRule, importRows, libraryRules } from './import-rules.ts';
import type { ImportRow } from './import-rules.ts';

/** What every side may use. */
const SHARED = ['contract', 'markdown'];
const testName = /\.test\.tsx?$/;

/** Why one of our files may not import another, or undefined. Paths are from the root: src/… */
export function judgeOwnImport(file: string, target: string, isType = false): string | undefined {
  const from = rowOf(file);
  if (!from || from.mayImport === 'everything') return undefined;
  if (target === 'package.json') return undefined;
  if (!target.startsWith('src/')) return 'src imports nothing outside src but package.json';
  if (testName.test(target)) return 'nobody imports a test';
  if (isType && isUnder(from.mayImportTypes ?? [], target)) return undefined;
  const to = rowOf(target);
  if (!to) return undefined;
  const isTest = testName.test(file);
  if (to.folder === 'test') return isTest ? undefined : 'production code does not import test support';
  if (from.folder === to.folder) return judgeIsland(from, file, target);
  if (isTest && featureOf(file) !== undefined && featureOf(file) === featureOf(target)) return undefined;
  if (sideOf(file) !== sideOf(target) && !SHARED.includes(sideOf(target))) {
    return `${sideOf(file)} and ${sideOf(target)} never import each other, not even types`;
  }
  const allowed = reach(from);
  if (!allowed.includes(to.folder)) {
    return `${from.folder} may import ${allowed.length > 0 ? allowed.toSorted().join(', ') : 'nothing of ours'}`;
  }
  const composes = from.folder === 'server' || from.folder === 'server/commands';
  if (to.feature && !composes && target !== `src/${to.folder}/index.ts`) {
    return `other features come in only through ${to.folder}/index.ts`;
  }
  return undefined;
}

/** Why a file may not use a library, or undefined. Tests may use any. */
export function judgeLibrary(file: string, specifier: string): string | undefined {
  const from = rowOf(file);
  if (!from || from.mayImport === 'everything' || testName.test(file)) return undefined;
  const name = libraryName(specifier);
  if (from.libraries && !from.libraries.some((pattern) => pattern.test(name))) {
    return `${from.folder} uses no libraries but its own (see scripts/import-rules.ts)`;
  }
  return libraryRules.find((rule) => rule.library.test(name) && !isUnder(rule.only, file))?.sentence;
}

export function judgeEnvironment(file: string): string | undefined {
  const free = testName.test(file) || rowOf(file)?.mayImport === 'everything' || isUnder(environmentRule.only, file);
  return free ? undefined : environmentRule.sentence;
}

/** The most specific row. Only files directly in src/server or src/web match those two rows: a folder needs its own. */
export function rowOf(file: string): ImportRow | undefined {
  const inside = file.slice('src/'.length);
  return importRows
    .filter((row) => row.folder === inside || inside.startsWith(`${row.folder}/`))
    .filter((row) => !['server', 'web'].includes(row.folder) || path.posix.dirname(inside) === row.folder)
    .toSorted((a, b) => b.folder.length - a.folder.length)[0];
}

/** The transitive closure of a row's list. A folder inside a feature is private to it. */
function reach(row: ImportRow): string[] {
  const seen = new Set<string>();
  const queue = row.mayImport === 'everything' ? [] : [...row.mayImport];
  for (const folder of queue) {
    seen.add(folder);
    const next = importRows.find((candidate) => candidate.folder === folder);
    if (!next || next.mayImport === 'everything') continue;
    queue.push(...next.mayImport.filter((inner) => !seen.has(inner) && !inner.startsWith(`${folder}/`)));
  }
  return [...seen];
}

function judgeIsland(row: ImportRow, file: string, target: string): string | undefined {
  const islandOf = (name: string): string | undefined => name.slice(`src/${row.folder}/`.length).split('/')[0];
  if (!row.islands || islandOf(file) === islandOf(target)) return undefined;
  return `the folders of ${row.folder} are islands to each other`;
}

export function libraryName(specifier: string): string {
  if (isBuiltin(specifier)) return specifier.startsWith('node:') ? specifier : `node:${specifier}`;
  const parts = specifier.split('/');
  return parts.slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
}

function featureOf(file: string): string | undefined {
  return /^src\/(server\/[^/]+)\//.exec(file)?.[1];
}

/** The pages of the documentation run in the browser, as the app does, and share its theme: one side. */
function sideOf(file: string): string {
  const folder = file.split('/')[1] ?? '';
  return folder === 'docs' ? 'web' : folder;
}

function isUnder(places: readonly string[], file: string): boolean {
  return places.some((place) => file === `src/${place}` || file.startsWith(`src/${place}/`));
}
