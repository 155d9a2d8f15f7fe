import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import { THREAD } from '../../scripts/build-server.ts';

const SOURCES = join(import.meta.dirname, '..');
const SERVER = join(SOURCES, 'server');

/**
 * Lets the server's modules start their worker threads from a bundle, as the built server does: from its sources a thread
 * strips the types of a hundred files at every start, which takes five times the processor time. The bundle is asked for
 * when the module is loaded and not made here, because vitest keeps transformed modules from run to run.
 */
export const bundleThreads: Plugin = {
  name: 'bundle-threads',
  // Before the types are stripped, which rewrites the quotes.
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(SERVER) || id.endsWith('.test.ts')) return null;
    const threads: string[] = [];
    const changed = code.replaceAll(THREAD, (_, file: string) => {
      const entry = relative(SOURCES, join(dirname(id), `${file}.ts`));
      threads.push(`const thread${threads.length} = await bundleUrl('${entry}');`);
      return `thread${threads.length - 1}`;
    });
    if (threads.length === 0) return null;
    // On the first line, so that all others keep their numbers.
    return { code: `import { bundleUrl } from '#test/bundle-url.ts'; ${threads.join(' ')} ${changed}`, map: null };
  },
};
