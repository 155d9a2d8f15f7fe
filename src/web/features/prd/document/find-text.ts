import { linesOf } from './split-lines.ts';
import type { ShownReading } from './shown-reading.ts';

/** The blocks that hold the words, by the line they begin at. It looks through the text, not the page: most of it is not drawn. */
export function findBlocks({ lines, blocks }: ShownReading, words: string): number[] {
  const wanted = words.trim().toLocaleLowerCase();
  if (wanted === '') return [];
  return blocks
    .filter((block) => linesOf(lines, block).join(' ').toLocaleLowerCase().includes(wanted))
    .map(({ start_line }) => start_line);
}
