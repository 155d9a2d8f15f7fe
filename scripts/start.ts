import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { runCommand } from '../src/server/commands/index.ts';
import { buildWeb } from './build-web.ts';

enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compile'));
await buildWeb((line) => console.log(line));
process.exitCode = await runCommand(['serve']);
