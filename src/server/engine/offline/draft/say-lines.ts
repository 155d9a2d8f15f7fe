interface Lines {
  start_line: number;
  end_line: number;
}

/** The span from the first to the last line; null without any. */
export function lineRange(found: readonly Lines[]): { start: number; end: number } | null {
  if (found.length === 0) return null;
  let start = Infinity;
  let end = 1;
  for (const { start_line, end_line } of found) {
    start = Math.min(start, start_line);
    end = Math.max(end, end_line);
  }
  return { start, end };
}

const RUNS = 12;

/** "lines 12–14, 20": neighbours as one run, at most a dozen runs. */
export function sayLines(found: readonly Lines[]): string {
  const sorted = found.toSorted((a, b) => a.start_line - b.start_line || a.end_line - b.end_line);
  const runs: { start: number; end: number }[] = [];
  for (const { start_line, end_line } of sorted) {
    const last = runs.at(-1);
    if (last !== undefined && start_line <= last.end + 2) last.end = Math.max(last.end, end_line);
    else runs.push({ start: start_line, end: end_line });
  }
  const said = runs.slice(0, RUNS).map(({ start, end }) => (start === end ? `${start}` : `${start}–${end}`));
  const more = runs.length > RUNS ? ` and ${runs.length - RUNS} more places` : '';
  const isOne = runs.length === 1 && runs[0]?.start === runs[0]?.end;
  return `${isOne ? 'line' : 'lines'} ${said.join(', ')}${more}`;
}

/** A text that fits, cut after a whole character. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}
