import { parseArgs } from 'node:util';
import { openFuzzWorld } from './fuzz/fuzz-world.ts';
import { runFuzz } from './fuzz/run-fuzz.ts';
import { runInterruptible } from './run-interruptible.ts';

/**
 * Fuzzing: malformed requests to every route of the OpenAPI document, to MCP and to uploads: `npm run fuzz`, with `--
 * --seed 7` for others, `--count 20000` for more, `--request 41` for only that one. `--short` is what the tests run.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string' },
    request: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const count = Number(values.count ?? (values.short ? 600 : 2_000));
const limitMs = values.short ? 120_000 : 30_000;

await runInterruptible(async (later) => {
  console.log(`seed ${seed}`);
  const world = await openFuzzWorld(later);
  const only = values.request === undefined ? {} : { only: Number(values.request) };
  const { sent, routes, refused, errors, hangs, wrote } = await runFuzz(world, { seed, count, limitMs, ...only });
  for (const found of [...errors, ...hangs, ...wrote]) console.log(`FAIL  ${found}`);
  console.log(`${routes} routes, ${refused} requests refused`);
  console.log(
    `fuzz: ${sent} requests, ${errors.length} server errors, ${hangs.length} hangs, ${wrote.length} refused writes that wrote`,
  );
  return errors.length + hangs.length + wrote.length === 0 && sent > 0 ? 0 : 1;
});
