import { linesOf } from './split-lines.ts';
import type { ShownReading } from './shown-reading.ts';

/** Start lines of the matching blocks. Searches the text, because the virtualised list is mostly not in the DOM. */
export function findBlocks({ lines, blocks }: ShownReading, words: string): number[] {
  const wanted = words.trim().toLocaleLowerCase();
  if (wanted === '') return [];
  return blocks
    .filter((block) => linesOf(lines, block).join(' ').toLocaleLowerCase().includes(wanted))
    .map(({ start_line }) => start_line);
}
