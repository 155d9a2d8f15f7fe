import type { BlockKind } from '#contract/requirement.ts';
import type { ShownBlock, ShownReading } from './shown-reading.ts';
import { linesOf, splitLines } from './split-lines.ts';

const HEADING = /^ {0,3}#{1,6}(?:\s|$)/;
const ITEM = /^(\s*)(?:[-*+•]|\d{1,9}[.)])\s+\S/;
const FENCE = /^ {0,3}(```|~~~)/;
const ROW = /^\s*\|/;
const QUOTE = /^ {0,3}>/;

/**
 * Blocks of a text nobody has read yet, cut by the look of its lines, so that it can be shown at once. A block that the
 * reading before had word for word keeps what was said of it.
 */
export function sketchBlocks(text: string, before: ShownReading | undefined): ShownReading {
  const lines = splitLines(text);
  const known = new Map(before?.blocks.map((block) => [linesOf(before.lines, block).join('\n'), block]));
  const blocks = cutBlocks(lines).map((sketch): ShownBlock => {
    const found = known.get(linesOf(lines, sketch).join('\n'));
    return found ? { ...found, start_line: sketch.start_line, end_line: sketch.end_line, section: 0 } : sketch;
  });
  return { lines, blocks, sections: [], decisions: [], counts: undefined };
}

function cutBlocks(lines: readonly string[]): ShownBlock[] {
  const blocks: ShownBlock[] = [];
  let open: ShownBlock | undefined;
  let fence: string | undefined;
  const start = (line: number, kind: BlockKind, depth = 0) => {
    open = {
      start_line: line,
      end_line: line,
      kind,
      depth,
      section: 0,
      role: undefined,
      reason: 'no_sign',
      key: '',
      requirement_ids: [],
      set_by: null,
    };
    blocks.push(open);
  };
  for (const [at, text] of lines.entries()) {
    const line = at + 1;
    const mark = FENCE.exec(text)?.[1];
    if (fence !== undefined) {
      if (open) open.end_line = line;
      if (mark === fence) [fence, open] = [undefined, undefined];
    } else if (mark !== undefined) {
      start(line, 'code');
      fence = mark;
    } else if (text.trim() === '') open = undefined;
    else {
      const kind = kindOf(text, open);
      if (kind === undefined && open) open.end_line = line;
      else start(line, kind ?? 'paragraph', depthOf(text));
      if (HEADING.test(text)) open = undefined;
    }
  }
  return blocks;
}

/** What a line begins; undefined where it goes on with what is open. */
function kindOf(text: string, open: ShownBlock | undefined): BlockKind | undefined {
  if (HEADING.test(text)) return 'heading';
  if (ITEM.test(text)) return 'item';
  if (ROW.test(text)) return open?.kind === 'table' ? undefined : 'table';
  if (QUOTE.test(text)) return open?.kind === 'quote' ? undefined : 'quote';
  return open ? undefined : 'paragraph';
}

const depthOf = (text: string) => Math.floor((ITEM.exec(text)?.[1]?.replaceAll('\t', '    ').length ?? 0) / 2);
