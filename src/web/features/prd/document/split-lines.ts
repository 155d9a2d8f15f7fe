import type { PrdBlock } from '#contract/requirement.ts';

export type LineRange = Pick<PrdBlock, 'start_line' | 'end_line'>;

/** Splits as the server does, so that line numbers agree. */
export const splitLines = (text: string): string[] => text.split(/\r\n?|\n/);

export const linesOf = (lines: readonly string[], { start_line, end_line }: LineRange): string[] =>
  lines.slice(start_line - 1, end_line);

/** Counts lines that are not blank, as every count on this screen does. */
export function countLines(lines: readonly string[], { start_line, end_line }: LineRange): number {
  let count = 0;
  for (let line = start_line; line <= end_line; line += 1) if (lines[line - 1]?.trim()) count += 1;
  return count;
}

export const holdsLine = ({ start_line, end_line }: LineRange, line: number) => start_line <= line && line <= end_line;
