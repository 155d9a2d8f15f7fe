import { linesOf } from '../document/split-lines.ts';
import type { ShownReading } from '../document/shown-reading.ts';
import type { Row } from './flatten-document.ts';

const LINE = 22;
const CODE_LINE = 19;

/** Estimated height of an unmeasured row, close enough that the scrollbar does not jump. */
export function estimateHeight({ lines }: ShownReading, row: Row, perLine: number): number {
  if (row.kind === 'fold') return 38;
  if (row.kind === 'decision') return 96;
  const { kind } = row.block;
  const source = linesOf(lines, row.block);
  if (kind === 'code') return 24 + source.length * CODE_LINE;
  if (kind === 'table') return 8 + source.length * 29;
  const length = source.reduce((sum, line) => sum + line.trim().length + 1, 0);
  const text = Math.max(1, Math.ceil(length / perLine)) * LINE;
  return text + (kind === 'heading' ? 18 : kind === 'paragraph' ? 6 : 2);
}
