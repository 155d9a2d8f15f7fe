import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { runCommand } from './commands/index.ts';

// The compile cache holds code that will be executed, so it lies beside node_modules and not in a world-writable
// folder. Commands are imported after this line to benefit from it. Built JavaScript has no types to strip and needs no
// cache.
if (import.meta.filename.endsWith('.ts'))
  enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compile'));

process.exitCode = await runCommand(process.argv.slice(2));
