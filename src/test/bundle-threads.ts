import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { THREAD, bundle } from '../../scripts/build-server.ts';

const ROOT = join(import.meta.dirname, '../..');
const SERVER = join(ROOT, 'src/server');
const DIRECTORY = join(ROOT, 'dist/threads-of-tests');

/** One bundle per thread and run, whichever projects ask for it. */
const bundled = new Map<string, Promise<string>>();

/**
 * Lets the server's modules start their worker threads from a bundle, as the built server does: from its sources a thread
 * strips the types of a hundred files at every start, which takes five times the processor time.
 */
export const bundleThreads: Plugin = {
  name: 'bundle-threads',
  // Before the types are stripped, which rewrites the quotes.
  enforce: 'pre',
  async transform(code, id) {
    if (!id.startsWith(SERVER) || id.endsWith('.test.ts')) return null;
    const starts = [...code.matchAll(THREAD)];
    if (starts.length === 0) return null;
    let changed = code;
    for (const [start, name] of starts) {
      const file = await bundleOnce(join(dirname(id), `${name}.ts`));
      changed = changed.replace(start, `new URL(${JSON.stringify(pathToFileURL(file).href)})`);
    }
    return { code: changed, map: null };
  },
};

function bundleOnce(thread: string): Promise<string> {
  const known = bundled.get(thread) ?? makeBundle(thread);
  bundled.set(thread, known);
  return known;
}

/** Renamed into place, because another run may be loading the bundle of the same name. */
async function makeBundle(thread: string): Promise<string> {
  const name = `${basename(thread, '.ts')}.mjs`;
  // As deep as the directory itself, since a bundle names the places of its sources relative to its own.
  const fresh = `${DIRECTORY}.${basename(thread, '.ts')}.${process.pid}`;
  await bundle(thread, fresh);
  mkdirSync(DIRECTORY, { recursive: true });
  renameSync(join(fresh, name), join(DIRECTORY, name));
  rmSync(fresh, { recursive: true });
  return join(DIRECTORY, name);
}
