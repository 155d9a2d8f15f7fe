import type { Block, FootnoteBlock, ItemBlock, ListBlock, QuoteBlock, TextBlock } from '../block.ts';
import type { Work } from '../scan/characters.ts';
import { GREATER } from '../scan/codes.ts';
import { endsHtml } from './html-block.ts';
import { CODE_INDENT, LineCursor } from './line-cursor.ts';
import { type LineStart, type Syntax, scanLineStart } from './line-start.ts';
import { type Leaf, continueLeaf } from './open-leaf.ts';
import { scanUnderline, splitHeading, splitTable } from './split-paragraph.ts';

/** Deeper nesting is text: nobody writes it, and each level costs a step on every line. */
const DEPTH_MAX = 32;

interface Container {
  block: QuoteBlock | ItemBlock | FootnoteBlock | null;
  children: Block[];
  /** Columns that a line needs to belong to it; null for a quote, which has its own mark. */
  indent: number | null;
}

/**
 * The blocks of a document by the rules of CommonMark and GFM, line by line. Each line is looked at once per level of
 * nesting, and nesting is bounded: the work is linear in the length of the text.
 */
export class BlockParser {
  private readonly root: Container = { block: null, children: [], indent: 0 };
  private readonly open: Container[] = [this.root];
  private readonly syntax: Syntax;
  private readonly work: Work;
  private leaf: Leaf | null = null;

  constructor(syntax: Syntax, work: Work) {
    this.syntax = syntax;
    this.work = work;
  }

  /** Whether the next line stands in a fence that has not ended, as long as it is not further out. */
  get isInFence(): boolean {
    return this.leaf?.type === 'fence';
  }

  finish(): Block[] {
    this.closeContainers(1);
    return this.root.children;
  }

  read(line: string, number: number): void {
    const cursor = new LineCursor(line, this.work);
    const matched = this.continueContainers(cursor, number);
    const isWhole = matched === this.open.length;
    if (this.leaf !== null && this.leaf.type !== 'paragraph') {
      const step = isWhole ? continueLeaf(this.leaf, cursor, number, this.syntax, this.work) : 'other';
      if (step !== 'taken') this.leaf = null;
      if (step !== 'other') return;
    }
    if (cursor.isBlank) return this.closeContainers(matched);
    if (isWhole && this.closeAsHeading(cursor, number)) return;
    const start = this.startAt(cursor, isWhole);
    if (!isWhole && start === undefined && this.leaf?.type === 'paragraph') {
      // A paragraph goes on without the marks of what it stands in.
      addLine(this.leaf.block, cursor, number);
      return;
    }
    if (!isWhole) this.closeContainers(matched);
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
    const start = scanLineStart(cursor, this.syntax);
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
      if (start.type === 'quote') this.openQuote(cursor, number);
      else if (start.type === 'item') this.openItem(cursor, start, number);
      else this.openFootnote(cursor, start, number);
      if (cursor.isBlank) return;
      start = scanLineStart(cursor, this.syntax);
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
    const before = cursor.indent + start.width;
    cursor.take(start.width);
    // Five spaces or more behind the mark are code inside the item, whose text begins after one.
    const space = start.isEmpty || cursor.indent > CODE_INDENT ? 1 : cursor.indent;
    cursor.skip(space);
    const indent = before + space;
    const block: ItemBlock = { type: 'item', indent, checked: null, children: [], start: number, end: number };
    const last = this.open.at(-1)?.children.at(-1);
    this.leaf = null;
    if (last?.type === 'list' && last.mark === start.mark) last.items.push(block);
    else {
      const { mark, first } = start;
      this.add<ListBlock>({ type: 'list', mark, first, items: [block], start: number, end: number });
    }
    this.open.push({ block, children: block.children, indent });
  }

  private openFootnote(cursor: LineCursor, start: LineStart & { type: 'footnote' }, number: number): void {
    const block: FootnoteBlock = { type: 'footnote', label: start.label, children: [], start: number, end: number };
    this.add(block);
    this.open.push({ block, children: block.children, indent: CODE_INDENT });
    cursor.take(start.width);
    cursor.skip(cursor.indent);
  }

  private beginLeaf(cursor: LineCursor, start: LineStart | undefined, number: number): void {
    const place = { start: number, end: number };
    if (start === undefined) return this.beginText(cursor, number);
    if (start.type === 'heading') this.add({ type: 'heading', level: start.level, raw: start.raw, ...place });
    else if (start.type === 'rule') this.add({ type: 'rule', ...place });
    else if (start.type === 'fence') {
      const fence = { mark: start.mark, isClosed: false };
      const block = this.add({ type: 'code' as const, lines: [], info: start.info, fence, ...place });
      this.leaf = { type: 'fence', block, fence, indent: cursor.indent };
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
      if (!this.closeAsTable(this.leaf.block, cursor, number)) addLine(this.leaf.block, cursor, number);
    } else if (cursor.indent >= CODE_INDENT) {
      cursor.skip(CODE_INDENT);
      const block = this.add({ type: 'code' as const, lines: [cursor.rest()], info: '', ...place });
      this.leaf = { type: 'code', block, blanks: [] };
    } else {
      const block = this.add({ type: 'paragraph' as const, lines: [], ...place });
      addLine(block, cursor, number);
      this.leaf = { type: 'paragraph', block };
    }
  }

  /** A line of `=` or `-` below a paragraph makes it a heading, if it is more than definitions. */
  private closeAsHeading(cursor: LineCursor, number: number): boolean {
    if (this.leaf?.type !== 'paragraph') return false;
    const level = scanUnderline(cursor);
    if (level === null) return false;
    const { block } = this.leaf;
    this.leaf = null;
    const heading = splitHeading(block, level, number, this.work);
    if (heading === null) return false;
    this.dropEmpty(block);
    this.add(heading);
    return true;
  }

  /** A row of dashes below a paragraph makes its last line the head of a table. */
  private closeAsTable(paragraph: TextBlock, cursor: LineCursor, number: number): boolean {
    const table = cursor.indent >= CODE_INDENT ? null : splitTable(paragraph, cursor.rest(), number, this.work);
    if (table === null) return false;
    this.dropEmpty(paragraph);
    this.leaf = { type: 'table', block: this.add(table) };
    return true;
  }

  /** A paragraph all of whose lines went into another block is none. */
  private dropEmpty(paragraph: TextBlock): void {
    if (paragraph.lines.length === 0) this.open.at(-1)?.children.pop();
  }

  private closeContainers(length: number): void {
    this.leaf = null;
    while (this.open.length > length) {
      const block = this.open.pop()?.block;
      if (block === undefined || block === null) continue;
      block.end = Math.max(block.end, block.children.at(-1)?.end ?? 0);
      const list = block.type === 'item' ? this.open.at(-1)?.children.at(-1) : undefined;
      if (list !== undefined) list.end = Math.max(list.end, block.end);
    }
  }

  private add<T extends Block>(block: T): T {
    this.leaf = null;
    this.open.at(-1)?.children.push(block);
    return block;
  }
}

function addLine(block: TextBlock, cursor: LineCursor, number: number): void {
  block.lines.push(cursor.chars.slice(cursor.word, cursor.end));
  block.end = number;
}
