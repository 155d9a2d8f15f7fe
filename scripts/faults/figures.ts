/** One number of a report, with its limit. */
export interface Figure {
  name: string;
  value: number;
  /** A lower bound instead of an upper one. */
  atLeast?: number;
  atMost?: number;
  unit?: string;
  /** Breakdown, or what went wrong. */
  detail?: string;
}

export interface Report {
  name: string;
  figures: Figure[];
  /** Why the fault was skipped. */
  skipped?: string;
}

const holds = ({ value, atLeast = -Infinity, atMost = Infinity }: Figure): boolean =>
  value >= atLeast && value <= atMost;

const allHold = ({ figures }: Report): boolean => figures.every(holds);

/** The lines of one fault: its figures with their limits. */
export function writeReport(report: Report): string {
  if (report.skipped !== undefined) return `skip  ${report.name}: ${report.skipped}`;
  const head = `${allHold(report) ? 'ok  ' : 'FAIL'}  ${report.name}`;
  return [head, ...report.figures.map(writeFigure)].join('\n');
}

function writeFigure(figure: Figure): string {
  const { name, value, atLeast, atMost, unit = '', detail } = figure;
  const limit = atLeast === undefined ? `at most ${atMost ?? 'any'}${unit}` : `at least ${atLeast}${unit}`;
  const shown = `${Number.isInteger(value) ? value : value.toFixed(1)}${unit}`;
  const line = `        ${name.padEnd(34)}${shown.padStart(9)}   ${limit.padEnd(16)}${holds(figure) ? 'ok' : 'FAIL'}`;
  return detail === undefined || detail === '' ? line : `${line}   ${detail}`;
}

/** The last line of a run. */
export function summarise(reports: readonly Report[]): { line: string; good: boolean } {
  const tried = reports.filter(({ skipped }) => skipped === undefined);
  const held = tried.filter(allHold).length;
  const left = reports.length - tried.length;
  const line = `faults: ${held} of ${tried.length} held${left === 0 ? '' : `, ${left} skipped`}`;
  return { line, good: held === tried.length && held > 0 };
}
