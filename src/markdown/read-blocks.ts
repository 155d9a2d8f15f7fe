import type { Block, CodeBlock, Fence, ItemBlock, ListBlock, TableBlock, TextBlock } from './block.ts';
import { BOXES, type Container, addLine, closeBlock, closesFence, continueContainer } from './continue-block.ts';
import { isDelimiterRow, readCells } from './read-cells.ts';
import { BULLETS, type LineStart, readLineStart } from './read-line-start.ts';
import { countFrontMatter, readLines } from './read-lines.ts';

/** Deeper nesting is read as text: nobody writes it, and each level costs something on every line. */
const DEPTH_MAX = 64;
/** More columns than a table of requirements ever has: what follows is left out. */
const COLUMNS_MAX = 100;

type Leaf =
  | { type: 'paragraph'; block: TextBlock }
  | { type: 'fence'; block: CodeBlock; fence: Fence }
  | { type: 'html'; block: Block; until: string }
  | { type: 'code'; block: CodeBlock }
  | { type: 'table'; block: TableBlock };

export interface BlockOptions {
  /** The index of the line to begin at. */
  from?: number;
  /** Signs that begin an item which is not numbered: Markdown's own, unless said otherwise. */
  bullets?: string;
  /** Signs that may stand in the box of an item: GFM's own, unless said otherwise. */
  boxes?: string;
  /** Called with the length of what is left of a line whenever it is looked at: tests add them up. */
  visit?: (characters: number) => void;
}

/**
 * The blocks of a markdown document: CommonMark's block structure with GFM's tables and boxes. One pass over the lines,
 * each looked at once per level of nesting, so that no input takes longer than its length allows.
 */
export function readBlocks(content: string, options: BlockOptions = {}): Block[] {
  const lines = readLines(content);
  return readLineBlocks(lines, { from: countFrontMatter(lines), ...options });
}

/** The blocks of lines that `readLines` gave. They are numbered from the first line, wherever reading begins. */
export function readLineBlocks(lines: readonly string[], options: BlockOptions = {}): Block[] {
  const reader = new BlockReader(options);
  for (let i = options.from ?? 0; i < lines.length; i += 1) reader.read(lines[i] ?? '', i + 1);
  return reader.finish();
}

/** Reads line by line, for whoever decides on the way what belongs to the text. */
export class BlockReader {
  private readonly root: Container = { children: [], indent: 0 };
  private open: Container[] = [this.root];
  private leaf: Leaf | null = null;
  private isAfterBlank = false;
  private readonly bullets: string;
  private readonly boxes: string;
  private readonly visit: ((characters: number) => void) | undefined;

  constructor({ bullets = BULLETS, boxes = BOXES, visit }: BlockOptions = {}) {
    this.bullets = bullets;
    this.boxes = boxes;
    this.visit = visit;
  }

  /** Whether the next line stands in a fence that has not ended, as long as it is not further out. */
  get isInFence(): boolean {
    return this.leaf?.type === 'fence';
  }

  finish(): Block[] {
    for (const block of this.root.children) closeBlock(block, this.boxes);
    return this.root.children;
  }

  read(line: string, number: number): void {
    // The second of two blank lines ends nothing that the first has left open.
    const isBlank = line.trim() === '';
    if (isBlank && this.isAfterBlank && this.leaf === null) return;
    this.isAfterBlank = isBlank;
    let rest = line;
    let matched = 1;
    for (; matched < this.open.length; matched += 1) {
      this.visit?.(rest.length);
      const next = continueContainer(this.open[matched], rest);
      if (next === null) break;
      rest = next;
    }
    const isWhole = matched === this.open.length;
    if (isWhole && this.continueLeaf(rest, number)) return;
    if (rest.trim() === '') return this.endLeaf(matched, isWhole);
    const start = this.startOf(rest, isWhole);
    if (!isWhole && start === undefined && this.leaf?.type === 'paragraph') {
      addLine(this.leaf.block, rest, number);
      return;
    }
    if (!isWhole) {
      this.leaf = null;
      this.open.length = matched;
    }
    this.begin(rest, start, number);
  }

  /**
   * A blank line ends a paragraph; a quote without its mark ends too, while an item waits for what is indented, unless
   * nothing has come yet.
   */
  private endLeaf(matched: number, isWhole: boolean): void {
    if (this.leaf?.type !== 'code' || !isWhole) this.leaf = null;
    const next = this.open[matched];
    if (next !== undefined && next.indent === null) this.open.length = matched;
    const last = this.open.at(-1);
    if (isWhole && this.open.length > 1 && last?.indent !== null && last?.children.length === 0) this.open.pop();
  }

  private continueLeaf(rest: string, number: number): boolean {
    const leaf = this.leaf;
    if (leaf === null || leaf.type === 'paragraph') return false;
    if (leaf.type === 'table') return this.continueTable(leaf.block, rest, number);
    if (leaf.type === 'code') {
      if (rest.trim() !== '' && !rest.startsWith('    ')) return this.drop();
      if (rest.trim() !== '') leaf.block.end = number;
      return true;
    }
    if (leaf.type === 'html' && leaf.until === 'blank' && rest.trim() === '') return this.drop();
    leaf.block.end = number;
    this.visit?.(rest.length);
    if (leaf.type === 'fence') {
      leaf.fence.isClosed = closesFence(leaf.fence.mark, rest);
      if (leaf.fence.isClosed) this.leaf = null;
    } else if (leaf.until !== 'blank' && rest.includes(leaf.until)) this.leaf = null;
    return true;
  }

  private continueTable(table: TableBlock, rest: string, number: number): boolean {
    const isOther = rest.startsWith('    ') || this.startOf(rest) !== undefined;
    if (rest.trim() === '' || isOther) return this.drop();
    table.rows.push({ cells: readCells(rest).slice(0, COLUMNS_MAX), start: number, end: number });
    table.end = number;
    return true;
  }

  private drop(): false {
    this.leaf = null;
    return false;
  }

  /** What begins here; in the middle of a paragraph some marks are only text. */
  private startOf(rest: string, isWhole = true): LineStart | undefined {
    const start = this.startAt(rest);
    if (start?.type !== 'item' || this.leaf?.type !== 'paragraph' || !isWhole) return start;
    return start.isEmpty || (start.ordered && start.first !== 1) ? undefined : start;
  }

  private startAt(rest: string): LineStart | undefined {
    this.visit?.(rest.length);
    return readLineStart(rest, this.bullets);
  }

  private begin(line: string, first: LineStart | undefined, number: number): void {
    let rest = line;
    let start = first;
    while (start?.type === 'quote' || start?.type === 'item') {
      if (this.open.length > DEPTH_MAX) break;
      if (start.type === 'quote') this.openQuote(number);
      else this.openItem(start, number);
      rest = rest.slice(start.length);
      start = rest.trim() === '' ? undefined : this.startAt(rest);
    }
    if (rest.trim() !== '') this.beginLeaf(rest, start, number);
  }

  private openQuote(number: number): void {
    const children: Block[] = [];
    this.add({ type: 'quote', children, start: number, end: number });
    this.open.push({ children, indent: null });
  }

  private openItem(start: LineStart & { type: 'item' }, number: number): void {
    const at = { start: number, end: number };
    const item: ItemBlock = { type: 'item', checked: null, indent: start.length, children: [], ...at };
    const siblings = this.open.at(-1)?.children ?? [];
    const last = siblings.at(-1);
    const mark = `${start.ordered ? '1' : ''}${start.mark}`;
    this.leaf = null;
    if (last?.type === 'list' && last.mark === mark) last.items.push(item);
    else this.add<ListBlock>({ type: 'list', mark, first: start.first, items: [item], ...at });
    this.open.push({ children: item.children, indent: start.length });
  }

  private beginLeaf(rest: string, start: LineStart | undefined, number: number): void {
    const at = { start: number, end: number };
    const paragraph = this.leaf?.type === 'paragraph' ? this.leaf.block : null;
    if (paragraph !== null && this.closeParagraph(paragraph, rest, number)) return;
    if (start?.type === 'heading') this.add({ type: 'heading', level: start.level, raw: start.raw, ...at });
    else if (start?.type === 'rule') this.add({ type: 'rule', ...at });
    else if (start?.type === 'fence') {
      const fence = { mark: start.mark, isClosed: false };
      this.leaf = { type: 'fence', block: this.add<CodeBlock>({ type: 'code', fence, ...at }), fence };
    } else if (start?.type === 'html') {
      const block = this.add({ type: 'html', ...at });
      const isClosed = start.until !== 'blank' && rest.indexOf(start.until, rest.indexOf('<') + 2) >= 0;
      this.leaf = isClosed ? null : { type: 'html', block, until: start.until };
    } else if (paragraph !== null) addLine(paragraph, rest, number);
    else if (rest.startsWith('    ')) this.leaf = { type: 'code', block: this.add<CodeBlock>({ type: 'code', ...at }) };
    else {
      const block: TextBlock = { type: 'paragraph', lines: [rest.trim()], ...at };
      this.add(block);
      this.leaf = { type: 'paragraph', block };
    }
  }

  /** A line of dashes below a paragraph makes it a heading, one of bars and dashes makes its last line a table's head. */
  private closeParagraph(paragraph: TextBlock, rest: string, number: number): boolean {
    const siblings = this.open.at(-1)?.children ?? [];
    if (siblings.at(-1) !== paragraph || rest.startsWith('    ')) return false;
    this.visit?.(rest.length);
    const underline = rest.trim();
    const head = paragraph.lines.at(-1) ?? '';
    if (/^(?:=+|-+)$/u.test(underline)) {
      siblings.pop();
      const level = underline.startsWith('=') ? 1 : 2;
      this.add({ type: 'heading', level, raw: paragraph.lines.join(' '), start: paragraph.start, end: number });
      return true;
    }
    if (!isDelimiterRow(rest) || readCells(head).length !== readCells(rest).length) return false;
    paragraph.lines.pop();
    paragraph.end = number - 2;
    if (paragraph.lines.length === 0) siblings.pop();
    const cells = readCells(head).slice(0, COLUMNS_MAX);
    const row = { cells, start: number - 1, end: number - 1 };
    const table: TableBlock = { type: 'table', head: row, rows: [], start: number - 1, end: number };
    this.add(table);
    this.leaf = { type: 'table', block: table };
    return true;
  }

  private add<T extends Block>(block: T): T {
    this.leaf = null;
    this.open.at(-1)?.children.push(block);
    return block;
  }
}
