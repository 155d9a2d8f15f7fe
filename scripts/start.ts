import { runCommand } from '../src/server/commands/index.ts';
import { buildWeb } from './build-web.ts';

await buildWeb((line) => console.log(line));
process.exitCode = await runCommand(['serve']);
