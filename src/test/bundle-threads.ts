import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';
import { THREAD } from '../../scripts/build-server.ts';
import { bundleOnce } from './bundle-once.ts';

const SERVER = join(import.meta.dirname, '../server');

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
