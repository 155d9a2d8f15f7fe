import { createHash } from 'node:crypto';
import { cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compressAssets } from './compress-assets.ts';
import { type Site, makeSite } from './docs/site.ts';

const ROOT = path.join(import.meta.dirname, '..');
/** Within the web app, whose build empties its folder: this one comes after it. */
const DIRECTORY = path.join(ROOT, 'dist/web/docs');
const STAMP = path.join(DIRECTORY, '.sources');
/** The inputs of the build. */
const SOURCES = [
  '{CHANGELOG,CONTRIBUTING,SECURITY,README}.md',
  'docs/**/*',
  '{deploy,plugins}/**/*',
  'src/docs/**/*',
  'src/markdown/**/*',
  'src/web/index.html',
  'src/web/{lib,styles}/**/*',
  'src/web/ui/markdown/read-tokens.ts',
  'scripts/{build-docs,compress-assets}.ts',
  'scripts/docs/**/*',
  'package-lock.json',
];

interface Manifest {
  [source: string]: { file: string; css?: string[]; assets?: string[]; isEntry?: boolean };
}

/** Builds the documentation site if its sources have changed since the last build. */
export async function buildDocs(report: (line: string) => void): Promise<void> {
  const wanted = sourcesHash();
  if (readStamp() === wanted) return;
  report('Building the documentation…');
  const { build } = await import('vite');
  await build({
    root: path.join(ROOT, 'src/docs'),
    configFile: false,
    base: '/docs/',
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: DIRECTORY,
      emptyOutDir: true,
      manifest: true,
      target: 'es2022',
      // The policy allows no data: addresses for fonts.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: path.join(ROOT, 'src/docs/main.ts') },
    },
  });
  writeSite(makeSite(ROOT, readAssets()));
  await compressAssets(DIRECTORY);
  writeFileSync(STAMP, wanted);
}

function readAssets() {
  const manifest = JSON.parse(readFileSync(path.join(DIRECTORY, '.vite/manifest.json'), 'utf8')) as Manifest;
  const entry = Object.values(manifest).find(({ isEntry }) => isEntry);
  if (entry === undefined) throw new Error('the script of the documentation was not built');
  const address = (file: string) => `/docs/${file}`;
  return {
    script: address(entry.file),
    styles: (entry.css ?? []).map(address),
    fonts: (entry.assets ?? []).filter((file) => file.endsWith('.woff2')).map(address),
  };
}

function writeSite({ pages, notFound, searchIndex, files }: Site): void {
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(DIRECTORY, file)), { recursive: true });
    writeFileSync(path.join(DIRECTORY, file), text);
  };
  for (const [name, page] of pages) write(`${name}.html`, page);
  write('404.html', notFound);
  write('search.json', searchIndex);
  for (const file of files) cpSync(path.join(ROOT, file), path.join(DIRECTORY, 'files', file));
}

function sourcesHash(): string {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
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

if (import.meta.main) await buildDocs((line) => console.log(line));
