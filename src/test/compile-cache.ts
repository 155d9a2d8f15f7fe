import { join } from 'node:path';

/** Beside node_modules, not in a world-writable folder: it holds code that will be executed. */
export const COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/node-compile');
