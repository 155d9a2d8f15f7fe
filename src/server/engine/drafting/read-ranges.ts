/** Lines of the PRD, both ends included. */
export interface Range {
  start: number;
  end: number;
}

const TEXT_MAX = 4_000;
const RANGES_MAX = 200;

/** The line ranges in a model's text; numbers outside the document are dropped. */
export function readRanges(text: string, lastLine: number): Range[] {
  const found = text.slice(0, TEXT_MAX).matchAll(/(\d{1,9})(?:\s*[-–—]\s*(\d{1,9}))?/gu);
  return [...found].slice(0, RANGES_MAX).flatMap(([, from, to]) => {
    const ends = [Number(from), Number(to ?? from)].toSorted((a, b) => a - b);
    const [start = 0, end = 0] = ends;
    return start > lastLine || end < 1 ? [] : [{ start: Math.max(1, start), end: Math.min(end, lastLine) }];
  });
}

/** "12-18, 22": adjacent ranges are merged. */
export function writeRanges(ranges: readonly Range[]): string {
  const joined: Range[] = [];
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end + 1) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined.map(({ start, end }) => (start === end ? `${start}` : `${start}-${end}`)).join(', ');
}
