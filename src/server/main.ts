import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { runCommand } from './commands/index.ts';

// Beside the packages and not in a folder all users share: what is read back from it runs. Commands are loaded after this
// line. What was built has no types to strip, and would hold the cache for nothing.
if (import.meta.filename.endsWith('.ts'))
  enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compile'));

process.exitCode = await runCommand(process.argv.slice(2));
