import type { Block } from './block.ts';
import { BlockParser } from './blocks/block-parser.ts';
import { BOXES, readBox } from './blocks/read-box.ts';
import { BULLETS } from './read-line-start.ts';
import { countFrontMatter, readLines } from './read-lines.ts';
import type { Work } from './scan/characters.ts';

/** More columns than a table of requirements ever has: what follows is left out. */
const COLUMNS_MAX = 100;

export interface BlockOptions {
  /** The index of the line to begin at. */
  from?: number;
  /** Signs that begin an item which is not numbered: Markdown's own, unless said otherwise. */
  bullets?: string;
  /** Signs that may stand in the box of an item: GFM's own, unless said otherwise. */
  boxes?: string;
  /** Counts every look at a character: tests hold it against the length. */
  work?: Work;
}

/** The blocks of a document, with its text tidied for those who read words: no control characters, no stray blanks. */
export function readBlocks(content: string, options: BlockOptions = {}): Block[] {
  const lines = readLines(content);
  return readLineBlocks(lines, { from: countFrontMatter(lines), ...options });
}

/** The blocks of lines that `readLines` gave. They are numbered from the first line, wherever reading begins. */
export function readLineBlocks(lines: readonly string[], options: BlockOptions = {}): Block[] {
  const reader = new BlockReader(options);
  // Behind the last line end there is no line.
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  for (let i = options.from ?? 0; i < end; i += 1) reader.read(lines[i] ?? '', i + 1);
  return reader.finish();
}

/** Reads line by line, for whoever decides on the way what belongs to the text. */
export class BlockReader {
  private readonly parser: BlockParser;
  private readonly boxes: string;

  constructor({ bullets = BULLETS, boxes = BOXES, work = { visits: 0 } }: BlockOptions = {}) {
    this.parser = new BlockParser({ bullets, hasFootnotes: false }, work);
    this.boxes = boxes;
  }

  /** Whether the next line stands in a fence that has not ended, as long as it is not further out. */
  get isInFence(): boolean {
    return this.parser.isInFence;
  }

  read(line: string, number: number): void {
    // A line of blanks of any kind is blank.
    this.parser.read(line.trimEnd(), number);
  }

  finish(): Block[] {
    const blocks = this.parser.finish();
    for (const block of blocks) tidy(block, this.boxes);
    return blocks;
  }
}

function tidy(block: Block, boxes: string): void {
  if (block.type === 'heading') block.raw = block.raw.replaceAll('\n', ' ');
  else if (block.type === 'paragraph') block.lines = block.lines.map((line) => line.trim());
  else if (block.type === 'quote') for (const child of block.children) tidy(child, boxes);
  else if (block.type === 'table')
    for (const row of [block.head, ...block.rows])
      row.cells = row.cells.slice(0, COLUMNS_MAX).map((cell) => cell.trim());
  else if (block.type === 'list')
    for (const item of block.items) {
      for (const child of item.children) tidy(child, boxes);
      readBox(item, boxes);
    }
}
