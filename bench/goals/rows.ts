/** One goal: the floor, our measurement, and the target. */
export interface Row {
  name: string;
  unit: 'ms' | '/s' | 'ms CPU' | 'MB' | 'records';
  /** Of the same run; absent where there is no baseline. */
  floor?: number;
  ours: number;
  /** Whether the goal is a ratio to the floor or an absolute value. */
  judged: 'ratio' | 'value';
  goal: number;
  /** The floor on the machine for which an absolute value was promised, to scale it to this one. */
  floorThen?: number;
  isAtLeast?: boolean;
  /** The value or ratio when the goal was set, as text; empty where unknown. */
  before: string;
}

const meets = ({ isAtLeast }: Row, value: number, goal: number): boolean =>
  isAtLeast === true ? value >= goal : value <= goal;

/** Judged as promised, unscaled. */
export const isMet = (row: Row): boolean => meets(row, row.judged === 'ratio' ? ratioOf(row) : row.ours, row.goal);

/** The goal scaled to this machine's speed. */
function scaledGoal({ goal, floor, floorThen }: Row): number | undefined {
  return floor === undefined || floorThen === undefined ? undefined : (goal * floor) / floorThen;
}

const isMetScaled = (row: Row): boolean => {
  const goal = scaledGoal(row);
  return goal !== undefined && meets(row, row.ours, goal);
};

const ratioOf = ({ ours, floor }: Row): number => ours / (floor ?? Number.NaN);

const HEADS = ['floor', 'ours', 'ratio', 'before', 'goal', '', 'scaled goal', ''];
const WIDTHS = [15, 15, 10, 13, 17, 8, 16, 8];

/** The table of goals beside their floors; a missed goal is shown and does not fail the run. */
export function reportRows(title: string, rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2;
  const line = (name: string, cells: string[]) =>
    (name.padEnd(width) + cells.map((cell, at) => cell.padStart(WIDTHS[at] ?? 0)).join('')).trimEnd();
  console.log(`\n${title}`);
  console.log(line('', HEADS));
  for (const row of rows) console.log(line(row.name, cellsOf(row)));
  const missed = rows.filter((row) => !isMet(row));
  const scaled = missed.filter(isMetScaled);
  const names = scaled.map(({ name }) => name).join('; ');
  console.log(
    `${rows.length - missed.length} of ${rows.length} reached as promised; ` +
      `${scaled.length} more as promised for a machine as fast as this one${names === '' ? '' : ` (${names})`}; ` +
      `${missed.length - scaled.length} missed`,
  );
}

function cellsOf(row: Row): string[] {
  const shown = (value: number) => `${value.toFixed(row.unit === '/s' || row.unit === 'records' ? 0 : 2)} ${row.unit}`;
  const sign = row.isAtLeast === true ? '≥' : '≤';
  const scaled = scaledGoal(row);
  return [
    row.floor === undefined ? '' : shown(row.floor),
    shown(row.ours),
    row.floor === undefined ? '' : `${ratioOf(row).toFixed(2)} x`,
    row.before,
    `${sign} ${row.judged === 'ratio' ? `${row.goal.toFixed(2)} x` : shown(row.goal)}`,
    isMet(row) ? 'ok' : 'missed',
    ...(scaled === undefined ? [] : [`${sign} ${shown(scaled)}`, isMetScaled(row) ? 'ok' : 'missed']),
  ];
}
