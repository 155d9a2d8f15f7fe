import { Characters, type Work } from '../scan/characters.ts';
import { DASH, EQUALS, GREATER, isBlank } from '../scan/codes.ts';
import { type Definitions, takeDefinitions } from './definitions.ts';
import { endsHtml } from './html-block.ts';
import { LineCursor } from './line-cursor.ts';
import { type LineStart, readLineStart } from './line-start.ts';
import { type Leaf, continueLeaf } from './open-leaf.ts';
import type { FootnoteBlock, ItemBlock, ListBlock, ParagraphBlock, QuoteBlock, RawBlock } from './raw-block.ts';
import { readLines } from './read-lines.ts';
import { readDelimiterRow, readRow } from './table-row.ts';

/** Deeper nesting is shown as text: each level costs a step on every line. */
const DEPTH_MAX = 32;
const CODE_INDENT = 4;

interface Container {
  block: QuoteBlock | ItemBlock | FootnoteBlock | null;
  children: RawBlock[];
  /** Columns that a line needs to belong to it; null for a quote, which has its own mark. */
  indent: number | null;
}

/**
 * The blocks of a document by the rules of CommonMark and GFM. One pass over the lines, each looked at once per level of
 * nesting, and nesting is bounded: the work is linear in the length of the text.
 */
export function parseBlocks(text: string, work: Work, definitions: Definitions): RawBlock[] {
  const chars = new Characters(text, work);
  const parser = new BlockParser(work, definitions);
  work.visits += text.length;
  for (const [index, { from, end }] of readLines(text).entries())
    parser.read(new LineCursor(chars, from, end), index + 1);
  return parser.finish();
}

class BlockParser {
  private readonly root: Container = { block: null, children: [], indent: 0 };
  private readonly open: Container[] = [this.root];
  private readonly work: Work;
  private readonly definitions: Definitions;
  private leaf: Leaf | null = null;

  constructor(work: Work, definitions: Definitions) {
    this.work = work;
    this.definitions = definitions;
  }

  finish(): RawBlock[] {
    this.closeLeaf();
    this.closeContainers(1);
    return this.root.children;
  }

  read(cursor: LineCursor, number: number): void {
    const matched = this.continueContainers(cursor, number);
    const isWhole = matched === this.open.length;
    if (this.leaf !== null && this.leaf.type !== 'paragraph') {
      const step = isWhole ? continueLeaf(this.leaf, cursor, number, this.work) : 'other';
      if (step !== 'taken') this.leaf = null;
      if (step !== 'other') return;
    }
    if (cursor.isBlank) {
      this.closeLeaf();
      this.closeContainers(matched);
      return;
    }
    if (isWhole && this.closeAsHeading(cursor, number)) return;
    const start = this.startAt(cursor, isWhole);
    if (!isWhole && start === undefined && this.leaf?.type === 'paragraph') {
      // A paragraph goes on without the marks of what it stands in.
      this.addLine(this.leaf.block, cursor, number);
      return;
    }
    if (!isWhole) {
      this.closeLeaf();
      this.closeContainers(matched);
    }
    this.begin(cursor, start, number);
  }

  /** How many of the open containers the line belongs to. */
  private continueContainers(cursor: LineCursor, number: number): number {
    let matched = 1;
    for (; matched < this.open.length; matched += 1) {
      this.work.visits += 1;
      const container = this.open[matched];
      if (container === undefined) break;
      const { block, children, indent } = container;
      if (indent === null) {
        if (cursor.isBlank || cursor.indent >= CODE_INDENT || cursor.chars.code(cursor.word) !== GREATER) break;
        cursor.take(1);
        cursor.skip(1);
        if (block !== null) block.end = number;
      } else if (cursor.isBlank) {
        // An item that began with an empty line has room for no second one.
        if (children.length === 0 && block?.type === 'item') break;
        cursor.skip(indent);
      } else if (cursor.indent >= indent) cursor.skip(indent);
      else break;
    }
    return matched;
  }

  /** What begins here. In the middle of a paragraph some marks are only text. */
  private startAt(cursor: LineCursor, isWhole: boolean): LineStart | undefined {
    const start = readLineStart(cursor);
    if (this.leaf?.type !== 'paragraph') return start;
    if (start?.type === 'html' && !start.canInterrupt) return undefined;
    if (start?.type !== 'item' || !isWhole) return start;
    return start.isEmpty || (start.first !== null && start.first !== 1) ? undefined : start;
  }

  private begin(cursor: LineCursor, first: LineStart | undefined, number: number): void {
    let start = first;
    while (start?.type === 'quote' || start?.type === 'item' || start?.type === 'footnote') {
      if (this.open.length > DEPTH_MAX) {
        start = undefined;
        break;
      }
      this.closeLeaf();
      if (start.type === 'quote') this.openQuote(cursor, number);
      else if (start.type === 'item') this.openItem(cursor, start, number);
      else this.openFootnote(cursor, start, number);
      if (cursor.isBlank) return;
      start = readLineStart(cursor);
    }
    this.beginLeaf(cursor, start, number);
  }

  private openQuote(cursor: LineCursor, number: number): void {
    const block: QuoteBlock = { type: 'quote', children: [], start: number, end: number };
    this.add(block);
    this.open.push({ block, children: block.children, indent: null });
    cursor.take(1);
    cursor.skip(1);
  }

  private openItem(cursor: LineCursor, start: LineStart & { type: 'item' }, number: number): void {
    const block: ItemBlock = { type: 'item', children: [], start: number, end: number };
    const last = this.open.at(-1)?.children.at(-1);
    if (last?.type === 'list' && last.mark === start.mark) last.items.push(block);
    else {
      const { mark, first } = start;
      this.add<ListBlock>({ type: 'list', mark, first, items: [block], start: number, end: number });
    }
    const before = cursor.indent + start.width;
    cursor.take(start.width);
    // Five spaces or more behind the mark are code inside the item, whose text begins after one.
    const space = start.isEmpty || cursor.indent > CODE_INDENT ? 1 : cursor.indent;
    cursor.skip(space);
    this.open.push({ block, children: block.children, indent: before + space });
  }

  private openFootnote(cursor: LineCursor, start: LineStart & { type: 'footnote' }, number: number): void {
    const block: FootnoteBlock = { type: 'footnote', label: start.label, children: [], start: number, end: number };
    this.add(block);
    this.definitions.addFootnote(block);
    this.open.push({ block, children: block.children, indent: CODE_INDENT });
    cursor.take(start.width);
    cursor.skip(cursor.indent);
  }

  private beginLeaf(cursor: LineCursor, start: LineStart | undefined, number: number): void {
    const place = { start: number, end: number };
    if (start === undefined) return this.beginText(cursor, number);
    this.closeLeaf();
    if (start.type === 'heading') this.add({ type: 'heading', level: start.level, text: start.text, ...place });
    else if (start.type === 'rule') this.add({ type: 'rule', ...place });
    else if (start.type === 'fence') {
      const { code, length, info } = start;
      const block = this.add({ type: 'code' as const, info, lines: [], ...place });
      this.leaf = { type: 'fence', block, code, length, indent: cursor.indent };
    } else if (start.type === 'html') {
      const { chars, word, end } = cursor;
      const block = this.add({ type: 'html' as const, lines: [chars.slice(word, end)], ...place });
      const isInstruction = start.end.type === 'word' && start.end.word === '?>';
      const isClosed = endsHtml(cursor, start.end, word + (isInstruction ? 1 : 2));
      this.leaf = isClosed ? null : { type: 'html', block, end: start.end };
    }
  }

  private beginText(cursor: LineCursor, number: number): void {
    const place = { start: number, end: number };
    if (this.leaf?.type === 'paragraph') {
      if (!this.closeAsTable(this.leaf.block, cursor, number)) this.addLine(this.leaf.block, cursor, number);
    } else if (cursor.indent >= CODE_INDENT) {
      cursor.skip(CODE_INDENT);
      const block = this.add({ type: 'code' as const, info: '', lines: [cursor.rest()], ...place });
      this.leaf = { type: 'code', block, blanks: [] };
    } else {
      const block = this.add({ type: 'paragraph' as const, lines: [], ...place });
      this.addLine(block, cursor, number);
      this.leaf = { type: 'paragraph', block };
    }
  }

  private addLine(block: ParagraphBlock, cursor: LineCursor, number: number): void {
    block.lines.push(cursor.chars.slice(cursor.word, cursor.end));
    block.end = number;
  }

  /** A line of `=` or `-` below a paragraph makes it a heading, if it is more than definitions. */
  private closeAsHeading(cursor: LineCursor, number: number): boolean {
    if (this.leaf?.type !== 'paragraph' || cursor.indent >= CODE_INDENT) return false;
    const { chars, word, end } = cursor;
    const mark = chars.code(word);
    if (mark !== EQUALS && mark !== DASH) return false;
    const after = chars.skip(word, (code) => code === mark, end);
    if (chars.skip(after, isBlank, end) < end) return false;
    const { block } = this.leaf;
    this.closeLeaf();
    if (block.lines.length === 0) return false;
    this.open.at(-1)?.children.pop();
    const text = block.lines.join('\n');
    this.add({ type: 'heading', level: mark === EQUALS ? 1 : 2, text, start: block.start, end: number });
    return true;
  }

  /** A row of dashes below a paragraph makes its last line the head of a table. */
  private closeAsTable(paragraph: ParagraphBlock, cursor: LineCursor, number: number): boolean {
    const head = paragraph.lines.at(-1) ?? '';
    if (cursor.indent >= CODE_INDENT) return false;
    const line = cursor.rest();
    const align = readDelimiterRow(line, this.work);
    if (align === null || !(head.includes('|') || line.includes('|'))) return false;
    const cells = readRow(head, this.work);
    if (cells.length !== align.length) return false;
    paragraph.lines.pop();
    paragraph.end = number - 2;
    if (paragraph.lines.length === 0) this.open.at(-1)?.children.pop();
    else this.closeLeaf();
    this.leaf = null;
    const block = this.add({ type: 'table' as const, align, head: cells, rows: [], start: number - 1, end: number });
    this.leaf = { type: 'table', block };
    return true;
  }

  /** Takes the link definitions out of a paragraph that has ended. */
  private closeLeaf(): void {
    const { leaf } = this;
    this.leaf = null;
    if (leaf?.type === 'paragraph') takeDefinitions(leaf.block, this.definitions, this.work);
  }

  private closeContainers(length: number): void {
    while (this.open.length > length) {
      const block = this.open.pop()?.block;
      if (block === undefined || block === null) continue;
      const last = block.children.at(-1);
      block.end = Math.max(block.end, last?.end ?? 0);
      const list = block.type === 'item' ? this.open.at(-1)?.children.at(-1) : undefined;
      if (list !== undefined) list.end = Math.max(list.end, block.end);
    }
  }

  private add<T extends RawBlock>(block: T): T {
    this.leaf = null;
    this.open.at(-1)?.children.push(block);
    return block;
  }
}
