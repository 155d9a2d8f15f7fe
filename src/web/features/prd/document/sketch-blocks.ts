import type { BlockKind } from '#contract/requirement.ts';
import type { Block, ItemBlock } from '#markdown/block.ts';
import { readLineBlocks } from '#markdown/read-blocks.ts';
import { PASTED_BULLETS } from '#markdown/read-line-start.ts';
import { countFrontMatter, readLines } from '#markdown/read-lines.ts';
import type { ShownBlock, ShownReading } from './shown-reading.ts';
import { linesOf, splitLines } from './split-lines.ts';

/**
 * Splits a text into blocks on the client, to show it before the server has read it. A block with the same text as in
 * the previous reading keeps its role.
 */
export function sketchBlocks(text: string, before: ShownReading | undefined): ShownReading {
  const lines = splitLines(text);
  const known = new Map(before?.blocks.map((block) => [linesOf(before.lines, block).join('\n'), block]));
  const blocks = cutBlocks(text).map((sketch): ShownBlock => {
    const found = known.get(linesOf(lines, sketch).join('\n'));
    return found ? { ...found, start_line: sketch.start_line, end_line: sketch.end_line, section: 0 } : sketch;
  });
  return { lines, blocks, sections: [], decisions: [], counts: undefined };
}

function cutBlocks(text: string): ShownBlock[] {
  const lines = readLines(text);
  const front = countFrontMatter(lines);
  const found = readLineBlocks(lines, { from: front, bullets: PASTED_BULLETS }).flatMap((block) => flatten(block));
  if (front > 0) found.unshift(sketch('other', { start: 1, end: front }));
  return coverGaps(lines, found);
}

interface Place {
  start: number;
  end: number;
}

const sketch = (kind: BlockKind, { start, end }: Place, depth = 0): ShownBlock => ({
  start_line: start,
  end_line: end,
  kind,
  depth,
  section: 0,
  role: undefined,
  reason: 'no_sign',
  key: '',
  requirement_ids: [],
  set_by: null,
});

/** Containers are represented by their children: an item by its first lines, a quotation by its paragraphs. */
function flatten(block: Block, depth = 0, isNested = false): ShownBlock[] {
  switch (block.type) {
    case 'list':
      return block.items.flatMap((item) => flattenItem(item, depth));
    case 'quote':
      return block.children.flatMap((child) =>
        child.type === 'paragraph' ? sketch('quote', child) : flatten(child, depth, true),
      );
    case 'heading':
      return [sketch(isNested ? 'label' : 'heading', block)];
    case 'footnote':
    case 'html':
    case 'rule':
      return [sketch('other', block)];
    default:
      return [sketch(block.type, block)];
  }
}

function flattenItem({ children, start }: ItemBlock, depth: number): ShownBlock[] {
  const [first, ...rest] = children;
  const below = (blocks: readonly Block[], deeper: number) => blocks.flatMap((child) => flatten(child, deeper, true));
  if (first?.type === 'paragraph') return [sketch('item', { start, end: first.end }, depth), ...below(rest, depth + 1)];
  // A line belongs to one block only: a child that begins on the item's own line replaces it.
  if (first?.start === start) return below(children, depth);
  return [sketch('item', { start, end: start }, depth), ...below(children, depth + 1)];
}

/** A line that is not blank and in no block, such as the mark of an empty quotation, becomes a block of its own. */
function coverGaps(lines: readonly string[], blocks: readonly ShownBlock[]): ShownBlock[] {
  const isCovered = new Uint8Array(lines.length + 2);
  for (const { start_line, end_line } of blocks) isCovered.fill(1, start_line, end_line + 1);
  const gaps = lines.flatMap((line, i) =>
    isCovered[i + 1] === 1 || line.trim() === '' ? [] : [sketch('other', { start: i + 1, end: i + 1 })],
  );
  if (gaps.length === 0) return [...blocks];
  return [...blocks, ...gaps].toSorted((one, other) => one.start_line - other.start_line);
}
