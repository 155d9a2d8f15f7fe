import { createHash } from 'node:crypto';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packCli } from './build-cli.ts';
import { compressAssets } from './compress-assets.ts';

const ROOT = join(import.meta.dirname, '..');
const STAMP = join(ROOT, 'dist/web/.sources');
/** The inputs of the build. */
const SOURCES = [
  'src/web/**/*',
  'src/contract/**/*',
  'src/markdown/**/*',
  'vite.config.ts',
  'package-lock.json',
  'package.json',
  'src/cli/**/*',
  'scripts/{build-cli,build-web,compress-assets}.ts',
];

/** Builds the web app if its sources have changed since the last build, with progress. */
export async function buildWeb(report: (line: string) => void): Promise<void> {
  const wanted = sourcesHash();
  if (readStamp() === wanted) return;
  report('Building the web app…');
  const { build } = await import('vite');
  await build({ root: join(ROOT, 'src/web'), configFile: join(ROOT, 'vite.config.ts'), logLevel: 'warn' });
  await compressAssets(join(ROOT, 'dist/web'));
  mkdirSync(join(ROOT, 'dist/web'), { recursive: true });
  await packCli(join(ROOT, 'dist/web'));
  writeFileSync(STAMP, wanted);
}

function sourcesHash(): string {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  for (const file of files) hash.update(file.slice(ROOT.length)).update(readFileSync(file));
  return hash.digest('hex');
}

function readStamp(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8');
  } catch {
    return undefined;
  }
}

if (import.meta.main) await buildWeb((line) => console.log(line));
