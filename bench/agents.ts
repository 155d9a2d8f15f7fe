import { FLOORS, type FloorName } from './floors/floor-probes.ts';
import type { Figures } from './interleave.ts';
import { listRows } from './goals/list-rows.ts';
import { type Extent, type Goals, measureGoals } from './goals/measure-goals.ts';
import { isMet, reportRows } from './goals/rows.ts';

const WHOLE: Extent = { rounds: 5, steps: 40, isWhole: true, isMillion: false };
const SHORT: Extent = { rounds: 3, steps: 30, isWhole: false, isMillion: false };

/** The cost of agents' calls relative to the floor: every goal, in plans of all sizes; --million adds a large instance. */
export async function compareAgentCalls(directory: string, options: readonly string[] = []): Promise<void> {
  const goals = await measureGoals(directory, { ...WHOLE, isMillion: options.includes('--million') });
  reportFloors(goals);
  report(goals);
}

/** The same for one plan in few rounds: enough to detect a regression. */
export async function glanceAtAgentCalls(directory: string): Promise<void> {
  report(await measureGoals(directory, SHORT));
}

function report(goals: Goals): void {
  const rows = listRows(goals);
  reportRows(
    "Agents' calls: p50 of one at a time unless it says otherwise; the ratio is ours to the floor of this run",
    rows,
  );
  // Only growth with size fails the run: on a busy machine the other goals are missed without a regression.
  if (rows.some((row) => /, (10,000 to|instance of)/.test(row.name) && !isMet(row))) process.exitCode = 1;
  const { claim, finish, bare } = goals.log;
  console.log(`Log bytes       claim ${claim.bytes}, finish ${finish.bytes}; a bare update ${bare.bytes}`);
}

function reportFloors({ one, eight }: Goals): void {
  const cells = (name: string, all: string[]) => name.padEnd(34) + all.map((cell) => cell.padStart(14)).join('');
  console.log(`\n${cells('Floors of this machine', ['p50 ms', '8 in flight /s'])}`);
  for (const name of Object.keys(FLOORS) as FloorName[]) {
    const shown = (figures: Figures | undefined, of: 'p50' | 'perSecond') =>
      figures === undefined ? '' : figures[of].toFixed(of === 'p50' ? 2 : 0);
    console.log(
      cells(FLOORS[name], [shown(one.get(FLOORS[name]), 'p50'), shown(eight.get(FLOORS[name]), 'perSecond')]),
    );
  }
}
