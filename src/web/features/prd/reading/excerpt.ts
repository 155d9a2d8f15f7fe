import { linesOf } from '../document/split-lines.ts';
import type { ShownBlock } from '../document/shown-reading.ts';

const LONGEST = 200;

/** Beginning of a block, stored with its role so that lists of roles can show it. */
export const excerptOf = (lines: readonly string[], block: ShownBlock) =>
  // The server refuses lone surrogates.
  linesOf(lines, block).join(' ').trim().slice(0, LONGEST).toWellFormed().trim() || `line ${block.start_line}`;
