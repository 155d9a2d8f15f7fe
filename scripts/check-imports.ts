import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { findCycles } from './find-cycles.ts';
import { findTestOnly } from './find-test-only.ts';
import { judgeEnvironment, judgeLibrary, judgeOwnImport, rowOf } from './judge-import.ts';
import { type FoundImport, readImports } from './read-imports.ts';

interface ImportCheck {
  readonly modules: number;
  readonly violations: readonly string[];
}

/** Per module, its own-module imports, type imports included, with their line. */
type ImportLines = Map<string, Map<string, number>>;

/** Tools outside src/ may import anything; they are checked for cycles only. */
const folders = ['src', 'scripts', 'bench', 'e2e'];
const moduleName = /\.(ts|tsx|mts|js|jsx|mjs)$/;

/** Checks every module under the root against the import table. */
export function checkImports(root: string): ImportCheck {
  const files = folders.flatMap((folder) => listModules(root, folder));
  const lines: ImportLines = new Map();
  const violations = files.flatMap((file) => checkModule(root, file, lines));
  const graph = new Map([...lines].map(([file, targets]) => [file, [...targets.keys()]]));
  for (const walk of findCycles(graph)) {
    const [first = '', second = ''] = walk;
    const line = lines.get(first)?.get(second) ?? 1;
    violations.push(`${first}:${line}  imports ${second}: no cycles (${walk.join(' → ')})`);
  }
  for (const file of findTestOnly(graph)) {
    violations.push(`${file}:1  is loaded by tests and tools alone: its place is src/test`);
  }
  return { modules: files.filter((file) => file.startsWith('src/')).length, violations };
}

function checkModule(root: string, file: string, lines: ImportLines): string[] {
  const { imports, environmentLines } = readImports(file, readFileSync(path.join(root, file), 'utf8'));
  lines.set(file, new Map());
  for (const { specifier, line } of imports) {
    const target = resolveOwn(file, specifier ?? '');
    if (target) lines.get(file)?.set(target, line);
  }
  if (!file.startsWith('src/')) return [];

  const violations: string[] = [];
  if (!rowOf(file)) violations.push(`${file}:1  is in no rule: give its folder a row in scripts/import-rules.ts`);
  for (const found of imports) {
    const { specifier, line } = found;
    const reason = judge(root, file, found);
    if (reason) violations.push(`${file}:${line}  imports ${specifier ?? 'a computed path'}: ${reason}`);
  }
  for (const line of environmentLines) {
    const reason = judgeEnvironment(file);
    if (reason) violations.push(`${file}:${line}  reads process.env: ${reason}`);
  }
  return violations;
}

function judge(root: string, file: string, { specifier, isType }: FoundImport): string | undefined {
  if (specifier === undefined) return 'what is computed cannot be checked: write the path out';
  const target = resolveOwn(file, specifier);
  if (target === undefined) return judgeLibrary(file, specifier);
  const there = statSync(path.join(root, target), { throwIfNoEntry: false });
  return there?.isFile() ? judgeOwnImport(file, target, isType) : 'no file is there (imports carry their extension)';
}

function resolveOwn(file: string, specifier: string): string | undefined {
  const bare = specifier.replace(/\?.*$/, '');
  if (bare.startsWith('#')) return `src/${bare.slice(1)}`;
  if (bare.startsWith('.')) return path.posix.join(path.posix.dirname(file), bare);
  return undefined;
}

function listModules(root: string, folder: string): string[] {
  const absolute = path.join(root, folder);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && moduleName.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .toSorted();
}

if (import.meta.main) {
  const { modules, violations } = checkImports(process.cwd());
  for (const violation of violations) console.error(violation);
  if (modules === 0) console.error('no modules under src: the check would be blind');
  if (violations.length > 0 || modules === 0) process.exitCode = 1;
  else console.log(`${modules} modules keep the import table`);
}
