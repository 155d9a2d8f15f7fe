import { linesOf } from '../document/split-lines.ts';
import type { ShownBlock } from '../document/shown-reading.ts';

const LONGEST = 200;

/** The beginning of a block, by which a role that was set is recognised later. */
export const excerptOf = (lines: readonly string[], block: ShownBlock) =>
  // Half a character would be refused.
  linesOf(lines, block).join(' ').trim().slice(0, LONGEST).toWellFormed().trim() || `line ${block.start_line}`;
