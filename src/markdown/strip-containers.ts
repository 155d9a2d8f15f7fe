import type { LineStart } from './blocks/line-start.ts';
import { readLineStart } from './read-line-start.ts';
import { expandTabs } from './read-lines.ts';

/** "- > - text": more marks than these are text. */
const DEPTH_MAX = 8;

export interface Stripped {
  /** The line without its indentation and without the marks that make it an item or a quotation. */
  rest: string;
  /** What else begins there. */
  start: LineStart | undefined;
  /** How many of the marks were those of a quotation. */
  quotes: number;
}

/** One line by itself, for whoever has no document around it. */
export function stripContainers(line: string, bullets?: string): Stripped {
  let rest = expandTabs(line).trimStart();
  let quotes = 0;
  for (let depth = 0; ; depth += 1) {
    const start = readLineStart(rest, bullets);
    if ((start?.type !== 'quote' && start?.type !== 'item') || depth === DEPTH_MAX) return { rest, start, quotes };
    if (start.type === 'quote') quotes += 1;
    rest = rest.slice(start.width).trimStart();
  }
}
