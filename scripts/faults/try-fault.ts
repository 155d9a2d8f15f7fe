import { type Comparison, compareWithDatabase, readLeasesOver } from './compare-with-database.ts';
import type { Fault, FaultStage } from './fault.ts';
import type { Figure, Report } from './figures.ts';
import type { Sizes } from './sizes.ts';
import { Tally } from './tally.ts';
import type { World } from './world.ts';
import { write } from './writer.ts';

/** Writers at work, the fault, writers at work again; then everything is compared. */
export async function tryFault(world: World, sizes: Sizes, fault: Fault): Promise<Report> {
  const tally = new Tally();
  const figures: Figure[] = [];
  let isOver = false;
  const stage = { servers: world.servers, ledger: world.ledger, tally, isOver: () => isOver };
  const leasesOver = (await readLeasesOver(world.pool)).size;
  const working = Promise.all(world.writers.map(({ caller, task }, place) => write(stage, caller, task, place)));
  const before = world.readers.map(({ connections, heard, gaps }) => ({ connections, heard, gaps }));
  // A failing writer is reported when all are awaited.
  working.catch(() => undefined);

  const acknowledged = async (count: number) => {
    const target = tally.acknowledged + count;
    const limit = Math.max(sizes.answerLimitMs, sizes.readyLimitMs) * 2;
    if (!(await tally.until(() => tally.acknowledged >= target, limit)))
      throw new Error(`only ${count - (target - tally.acknowledged)} of ${count} writes were acknowledged in time`);
  };
  const failed = await run({ world, sizes, tally, figures, acknowledged });
  isOver = true;
  await working;
  const comparison = await compareWithDatabase(world.pool, world.ledger);
  const report = [
    ...figuresOf(tally, { ...comparison, leasesOver: comparison.leasesOver - leasesOver }, fault, sizes),
    ...figures,
    ...(await judgeFeeds()),
  ];
  if (failed !== undefined) report.push({ name: 'went on after it', value: 0, atLeast: 1, detail: failed });
  return { name: fault.name, figures: report };

  async function run(given: FaultStage): Promise<string | undefined> {
    try {
      await acknowledged(sizes.writes);
      await fault.run(given);
      await acknowledged(sizes.writes);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  async function judgeFeeds(): Promise<Figure[]> {
    const { readers, pool } = world;
    const caughtUp = await Promise.all(readers.map((reader) => reader.catchUp(pool, sizes.readyLimitMs)));
    const differences = await Promise.all(readers.map((reader) => reader.countDifferences(pool)));
    const since = (read: 'connections' | 'heard' | 'gaps') =>
      sum(readers.map((reader, place) => reader[read] - (before[place]?.[read] ?? 0)));
    return [
      {
        name: 'feed: numbers missed or repeated',
        value: since('gaps'),
        atMost: 0,
        detail: `${readers.length} readers, ${since('heard')} events, ${since('connections')} reconnects`,
      },
      { name: 'feed: events unlike the database', value: sum(differences), atMost: 0 },
      { name: 'feed: readers left behind', value: caughtUp.filter((is) => !is).length, atMost: 0 },
    ];
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

function figuresOf(tally: Tally, found: Comparison, fault: Fault, sizes: Sizes): Figure[] {
  const { lost, doubled, refusedButWritten, disagreements } = found;
  const few = (texts: readonly string[]) => texts.slice(0, 3).join('; ');
  const none = (name: string, texts: readonly string[]) => ({
    name,
    value: texts.length,
    atMost: 0,
    detail: few(texts),
  });
  return [
    { name: 'acknowledged', value: tally.acknowledged, atLeast: sizes.writes * 2 },
    none('lost', lost),
    none('doubled', doubled),
    none('refused and written', refusedButWritten),
    none('rows that disagree', disagreements),
    {
      name: 'refused without a clear answer',
      value: tally.unclear,
      atMost: 0,
      detail: tally.unclear === 0 ? tally.describeRefusals() : few(tally.samples),
    },
    { name: 'unanswered', value: tally.unanswered, atMost: fault.unansweredMax?.(sizes) ?? 0 },
    { name: 'leases that ran out', value: found.leasesOver, atMost: fault.leasesOverMax?.(sizes) ?? 0 },
    { name: `hung for ${sizes.answerLimitMs / 1_000} s`, value: tally.hung, atMost: 0 },
  ];
}
