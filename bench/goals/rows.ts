/** One promise: what the bare machine takes, what we take, and what was promised of it. */
export interface Row {
  name: string;
  unit: 'ms' | '/s' | 'ms CPU' | 'MB' | 'records';
  /** Of the same run; absent where there is nothing to hold it against. */
  floor?: number;
  ours: number;
  /** Whether the promise is about the ratio to the floor or about the value itself. */
  judged: 'ratio' | 'value';
  goal: number;
  isAtLeast?: boolean;
  /** As it was when the promise was made, in the same terms as the goal. */
  before: string;
}

export const isMet = (row: Row): boolean => {
  const value = row.judged === 'ratio' ? ratioOf(row) : row.ours;
  return row.isAtLeast === true ? value >= row.goal : value <= row.goal;
};

const ratioOf = ({ ours, floor }: Row): number => ours / (floor ?? Number.NaN);

/** The table of promises, the floor and ours side by side; what is missed is said, and nothing fails by it. */
export function reportRows(title: string, rows: readonly Row[]): void {
  const width = Math.max(...rows.map(({ name }) => name.length)) + 2;
  const line = (name: string, cells: string[]) => name.padEnd(width) + cells.map((cell) => cell.padStart(16)).join('');
  console.log(`\n${title}`);
  console.log(line('', ['floor', 'ours', 'ratio', 'before', 'goal', '']));
  for (const row of rows) console.log(line(row.name, cellsOf(row)));
  const missed = rows.filter((row) => !isMet(row)).length;
  console.log(`${rows.length - missed} of ${rows.length} reached${missed === 0 ? '' : `, ${missed} missed`}`);
}

function cellsOf(row: Row): string[] {
  const shown = (value: number) => `${value.toFixed(row.unit === '/s' || row.unit === 'records' ? 0 : 2)} ${row.unit}`;
  const goal = row.judged === 'ratio' ? `${row.goal.toFixed(2)} x` : shown(row.goal);
  return [
    row.floor === undefined ? '' : shown(row.floor),
    shown(row.ours),
    row.floor === undefined ? '' : `${ratioOf(row).toFixed(2)} x`,
    row.before,
    `${row.isAtLeast === true ? '≥' : '≤'} ${goal}`,
    isMet(row) ? 'ok' : 'missed',
  ];
}
