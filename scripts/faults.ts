import { FAULTS } from './faults/faults.ts';
import { type Report, summarise, writeReport } from './faults/figures.ts';
import { SHORT, WHOLE } from './faults/sizes.ts';
import { tryFault } from './faults/try-fault.ts';
import { openWorld } from './faults/world.ts';
import { type Later, runInterruptible } from './run-interruptible.ts';

/**
 * Two servers, a database and the network between them, broken on purpose while 20 agents write: `npm run faults`, or
 * `npm run faults -- kill-server silence` for some of them; `--short` is what the tests run.
 */
const words = process.argv.slice(2);
const sizes = words.includes('--short') ? SHORT : WHOLE;
const wanted = words.filter((word) => word !== '--short');
const odd = wanted.find((word) => !FAULTS.some(({ id }) => id === word));
if (odd !== undefined) {
  console.error(`There is no fault ${odd} here. Name some of: ${FAULTS.map(({ id }) => id).join(', ')}.`);
  process.exit(2);
}

await runInterruptible(async (later) => {
  const began = performance.now();
  const reports: Report[] = [];
  const chosen = FAULTS.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
  await tryAll(later, chosen, (report) => {
    reports.push(report);
    console.log(writeReport(report));
  });
  const { line, good } = summarise(reports);
  console.log(`${((performance.now() - began) / 1_000).toFixed(0)} s`);
  console.log(line);
  return good ? 0 : 1;
});

async function tryAll(later: Later, faults: typeof FAULTS, tell: (report: Report) => void): Promise<void> {
  const world = await openWorld(sizes, later);
  const following = world.readers.map((reader, place) => reader.read(world.servers, place));
  for (const fault of faults) tell(await tryFault(world, sizes, fault));
  for (const reader of world.readers) reader.leave();
  await Promise.all(following);
}
