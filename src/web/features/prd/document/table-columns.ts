import { linesOf } from './split-lines.ts';
import type { ShownBlock, ShownReading } from './shown-reading.ts';
import { readTable } from './strip-marks.ts';

const NARROWEST = 6;
const WIDEST = 48;

/** Grid templates by start line, shared by the rows of a table that are separate blocks, so that columns line up. */
export function tableColumns({ lines, blocks }: ShownReading): ReadonlyMap<number, string> {
  const columns = new Map<number, string>();
  let table: ShownBlock[] = [];
  const close = () => {
    if (table.some(({ kind }) => kind === 'row')) {
      const template = templateOf(table.flatMap((block) => readTable(linesOf(lines, block)).rows));
      for (const { start_line } of table) columns.set(start_line, template);
    }
    table = [];
  };
  for (const block of blocks) {
    const isNext = block.kind === 'row' && table.at(-1)?.end_line === block.start_line - 1;
    if (!isNext) close();
    if (isNext || block.kind === 'table' || block.kind === 'row') table.push(block);
  }
  close();
  return columns;
}

function templateOf(rows: readonly (readonly string[])[]) {
  // A loop: spread into Math.max, the rows of a huge table would overflow the call stack.
  const longest: number[] = [];
  for (const row of rows)
    for (const [at, { length }] of row.entries()) longest[at] = Math.max(longest[at] ?? 0, length);
  return longest.map((length) => `minmax(0, ${Math.max(NARROWEST, Math.min(WIDEST, length))}fr)`).join(' ');
}
