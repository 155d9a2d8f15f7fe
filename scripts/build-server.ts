import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Plugin } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = join(ROOT, 'src/server');
const DIRECTORY = join(ROOT, 'dist/server');
/** Everything that decides what the built files look like. */
const DECIDES = [
  'src/{server,contract,markdown}/**/*.ts',
  'package-lock.json',
  'package.json',
  'scripts/build-server.ts',
];
/** Those before the newest may still be running, and load a part when they first need it. */
const KEPT = 3;
/** A thread's file, as `new Worker` is given it. */
const THREAD = /new URL\('([^']+)\.ts', import\.meta\.url\)/g;
const WIDE = /[^\0-\x7f]/g;
/** Where an escape would not mean the letter: in text that is taken as it stands, or behind a backslash. */
const NOT_TO_ESCAPE = /\.raw`[^`]*[^\0-\x7f]|\\[^\0-\x7f]/;

/**
 * Gathers the server and the libraries it uses in a few files, when there are none of these sources yet, and answers
 * which file to start. Without 1,700 files with their comments, and without what nobody calls, it takes a fifth less memory.
 */
export async function buildServer(report: (line: string) => void, directory = DIRECTORY): Promise<string> {
  const name = sourcesHash();
  const built = join(directory, name);
  if (!fs.existsSync(built)) {
    report('Building the server…');
    const fresh = join(directory, `.${name}.${process.pid}`);
    fs.mkdirSync(fresh, { recursive: true });
    await bundleAll(fresh);
    putInPlace(fresh, built);
    forgetOld(directory);
  }
  sayCurrent(join(directory, 'current'), name);
  return join(built, 'main.mjs');
}

async function bundleAll(directory: string): Promise<void> {
  const threads = new Set<string>();
  await bundle(join(SOURCES, 'main.ts'), directory, threads);
  // Each by itself: a thread that shares a file with the server would load all that is in it.
  for (const thread of threads) await bundle(thread, directory);
  for (const name of fs.globSync('main*.mjs', { cwd: directory })) narrow(join(directory, name));
}

async function bundle(input: string, directory: string, threads?: Set<string>): Promise<void> {
  // Loaded when there is something to build.
  const { rolldown } = await import('rolldown');
  const name = basename(input, '.ts');
  const bundled = await rolldown({
    input: { [name]: input },
    platform: 'node',
    cwd: ROOT,
    external: ['pg-native'],
    logLevel: 'warn',
    plugins: [keepPlaces(directory, threads)],
  });
  await bundled.write({
    dir: directory,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: `${name}-[name]-[hash].mjs`,
    // Lines and names stay: the stack of an error is read by people.
    keepNames: true,
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: false } },
    comments: false,
  });
  await bundled.close();
}

/** Where a file stands is where its source stood: migrations, pages and packages are found as before. */
function keepPlaces(directory: string, threads?: Set<string>): Plugin {
  return {
    name: 'keep-places',
    transform(code, id) {
      if (!id.startsWith(SOURCES) || !code.includes('import.meta')) return null;
      const place = relative(directory, dirname(id)).replaceAll('\\', '/');
      return code
        .replaceAll(THREAD, (_, file: string) => {
          threads?.add(join(dirname(id), `${file}.ts`));
          return `new URL('./${basename(file)}.mjs', import.meta.url)`;
        })
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${place}')`);
    },
  };
}

/**
 * One letter beyond ASCII makes Node hold the whole file with two bytes for each, so that it is written as an escape; a
 * file in which that could mean something else stays as it is.
 */
function narrow(file: string): void {
  const code = fs.readFileSync(file, 'utf8');
  if (NOT_TO_ESCAPE.test(code)) return;
  fs.writeFileSync(
    file,
    code.replaceAll(WIDE, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}

/** Whoever builds the same at the same time may have been first. */
function putInPlace(fresh: string, built: string): void {
  try {
    fs.renameSync(fresh, built);
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true });
    if (!fs.existsSync(built)) throw error;
  }
}

/** Written when it changes: the folder may be one that the server cannot write to. */
function sayCurrent(file: string, name: string): void {
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === name) return;
  fs.writeFileSync(`${file}.${process.pid}`, name);
  fs.renameSync(`${file}.${process.pid}`, file);
}

function forgetOld(directory: string): void {
  const made = fs
    .readdirSync(directory)
    .filter((name) => /^[\da-f]{64}$/.test(name))
    .map((name) => ({ path: join(directory, name), at: fs.statSync(join(directory, name)).mtimeMs }))
    .toSorted((one, other) => other.at - one.at);
  for (const { path } of made.slice(KEPT)) fs.rmSync(path, { recursive: true, force: true });
}

function sourcesHash(): string {
  const hash = createHash('sha256');
  const files = DECIDES.flatMap((pattern) => fs.globSync(pattern, { cwd: ROOT }))
    .filter((file) => !file.endsWith('.test.ts'))
    .toSorted();
  for (const file of files)
    hash
      .update(file)
      .update('\0')
      .update(fs.readFileSync(join(ROOT, file)))
      .update('\0');
  return hash.digest('hex');
}

if (import.meta.main) console.log(await buildServer((line) => console.log(line)));
