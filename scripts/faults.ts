import { parseArgs } from 'node:util';
import type { Fault } from './faults/fault.ts';
import { FAULTS } from './faults/faults.ts';
import { type Report, summarise, writeReport } from './faults/figures.ts';
import { FULL_DISK, mountSmallDisk } from './faults/full-disk.ts';
import { SHORT, WHOLE } from './faults/sizes.ts';
import { tryFault } from './faults/try-fault.ts';
import { makeFolder, openWorld } from './faults/world.ts';
import { type Later, runInterruptible } from './run-interruptible.ts';

/**
 * Fault injection: two servers, a database and the network between them are broken on purpose while 20 agents write:
 * `npm run faults`, or `npm run faults -- kill-server silence` for some, `--rounds 20` to repeat the short ones;
 * `--short` is what the tests run.
 */
const { values, positionals: wanted } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean', default: false }, rounds: { type: 'string' } },
});
const usual = values.short ? SHORT : WHOLE;
const sizes = { ...usual, rounds: Number(values.rounds ?? usual.rounds) };
const known = [...FAULTS, FULL_DISK].map(({ id }) => id);
const odd = wanted.find((word) => !known.includes(word));
if (odd !== undefined) {
  console.error(`There is no fault ${odd} here. Name some of: ${known.join(', ')}.`);
  process.exit(2);
}

await runInterruptible(async (later) => {
  const reports: Report[] = [];
  const tell = (report: Report) => {
    reports.push(report);
    console.log(writeReport(report));
  };
  const isWanted = ({ id, isShort }: Fault) =>
    wanted.length === 0 ? !values.short || isShort === true : wanted.includes(id);
  const chosen = FAULTS.filter(isWanted);
  if (chosen.length > 0) await tryIn(await makeFolder(later), chosen, later, tell);
  if (isWanted(FULL_DISK)) {
    const folder = await makeFolder(later);
    const skipped = mountSmallDisk(folder, later);
    if (skipped === undefined) await tryIn(folder, [FULL_DISK], later, tell);
    else tell({ name: FULL_DISK.name, figures: [], skipped });
  }
  const { line, good } = summarise(reports);
  console.log(line);
  return good ? 0 : 1;
});

/** In sequence in the same world: lasting damage of one fault shows in the next. */
async function tryIn(
  folder: string,
  faults: readonly Fault[],
  later: Later,
  tell: (report: Report) => void,
): Promise<void> {
  const world = await openWorld(folder, sizes, later);
  const following = world.readers.map((reader, place) => reader.read(world.servers, place));
  for (const fault of faults) tell(await tryFault(world, sizes, fault));
  for (const reader of world.readers) reader.leave();
  await Promise.all(following);
  await Promise.all(world.servers.map((server) => server.kill()));
}
