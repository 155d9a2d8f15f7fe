import { AppError } from '#server/platform/error.ts';

export interface Range {
  start: number;
  end: number;
}

/** Parses "40-44,60" and checks it against the number of lines. */
export function readRanges(text: string, last: number): Range[] {
  return text.split(',').map((piece) => {
    const [start = 0, end = start] = piece.split('-').map(Number);
    if (start < 1 || start > end) throw refuse(`${piece.trim()} are no lines`);
    if (end > last) throw refuse(`${piece.trim()} ends behind line ${last}, the last of the PRD`);
    return { start, end };
  });
}

const refuse = (message: string) =>
  new AppError('VALIDATION_ERROR', `lines: ${message}.`, { issues: [{ path: 'lines', message }] });

/** Whether these lines overlap any of the ranges. */
export const isWithin = (
  ranges: readonly Range[],
  { start_line, end_line }: { start_line: number; end_line: number },
) => ranges.some(({ start, end }) => start_line <= end && end_line >= start);

/** "12", "40-44" */
export const sayRange = (start: number, end: number): string => (start === end ? `${start}` : `${start}-${end}`);
