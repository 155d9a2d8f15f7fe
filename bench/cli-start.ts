import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { buildCli } from '../scripts/build-cli.ts';

const PROGRAM = join(import.meta.dirname, '../dist/cli/baton.mjs');
const ROUNDS = 15;

/** The start-up time of the command line on top of Node's: agents start it for every call. */
export async function reportCliStart(): Promise<void> {
  await buildCli();
  const measures = {
    bare: ['--eval', ''],
    version: [PROGRAM, '--version'],
    'a call to a server that is not there': [PROGRAM, 'prime', '--url', 'http://127.0.0.1:9'],
  };
  const best: Record<string, number> = {};
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, args] of Object.entries(measures))
      best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, timeOf(args));
  const bare = best['bare'] ?? 0;
  const size = `${(statSync(PROGRAM).size / 1024).toFixed(0)} KB`;
  console.log(`\nCommand line    one file of ${size}; bare node starts in ${bare.toFixed(0)} ms, best of ${ROUNDS}`);
  for (const [name, ms] of Object.entries(best))
    if (name !== 'bare')
      console.log(
        `  ${name.padEnd(36)}${ms.toFixed(0)} ms, ${(ms / bare).toFixed(2)} x, ${(ms - bare).toFixed(0)} ms more`,
      );
}

function timeOf(args: string[]): number {
  const began = performance.now();
  spawnSync(process.execPath, args, {
    stdio: 'ignore',
    env: { HOME: '/nonexistent', BATON_API_KEY: 'x', BATON_PROJECT: '0199a1b2-0000-7000-8000-00000000cafe' },
  });
  return performance.now() - began;
}

if (import.meta.main) await reportCliStart();
