import type { Block, ItemBlock, ListBlock, TableBlock, TableRow, TextBlock } from '../block.ts';
import { BlockParser } from '../blocks/block-parser.ts';
import { BOXES, readBox } from '../blocks/read-box.ts';
import { type References, parseInline } from '../inline/parse-inline.ts';
import { BULLETS } from '../read-line-start.ts';
import { splitLines } from '../read-lines.ts';
import { Characters, type Work } from '../scan/characters.ts';
import { isWhitespace } from '../scan/codes.ts';
import { type DecodeEntity, decodeText } from '../scan/entities.ts';
import { Definitions, collectDefinitions } from './definitions.ts';
import { Footnotes } from './footnotes.ts';
import type { BlockNode, InlineNode, ListItem, MarkdownTree, RowNode } from './tree.ts';

/** How many empty cells any row may get, however short it is. */
const EMPTY_CELLS = 8;

/**
 * What is drawn of a Markdown text. The work is linear in its length by construction: `work` counts it, and tests hold it
 * against the length. Never throws and never recurses deeper than the bounds on nesting.
 */
export function parseMarkdown(text: string, decode: DecodeEntity, work: Work = { visits: 0 }): MarkdownTree {
  const definitions = new Definitions(decode);
  const footnotes = new Footnotes(definitions);
  const whole = text.replace(/^\u{FEFF}/u, '').replaceAll('\0', '\uFFFD');
  const blocks = parseDrawnBlocks(whole, work);
  collectDefinitions(blocks, definitions, work);
  const finisher = new Finisher({ definitions, referTo: (label) => footnotes.referTo(label) }, work);
  const children = finisher.finishAll(blocks);
  return { children, footnotes: footnotes.finish((inside) => finisher.finishAll(inside)) };
}

/** The blocks of a text as it stands: every character of it is drawn. */
export function parseDrawnBlocks(text: string, work: Work): Block[] {
  const parser = new BlockParser({ bullets: BULLETS, hasFootnotes: true }, work);
  work.visits += text.length;
  const lines = splitLines(text);
  // Behind the last line end there is no line.
  if (lines.at(-1) === '') lines.pop();
  for (const [index, line] of lines.entries()) parser.read(line, index + 1);
  return parser.finish();
}

/** Turns blocks with their raw text into nodes, in the order of the text. */
class Finisher {
  private readonly references: References;
  private readonly work: Work;

  constructor(references: References, work: Work) {
    this.references = references;
    this.work = work;
  }

  finishAll(blocks: readonly Block[]): BlockNode[] {
    return blocks.flatMap((block) => this.finish(block) ?? []);
  }

  private finish(block: Block): BlockNode | null {
    this.work.visits += 1;
    if (block.type === 'paragraph') return this.finishParagraph(block);
    if (block.type === 'heading') return { type: 'heading', depth: block.level, children: this.inline(block.raw) };
    if (block.type === 'code')
      return { type: 'code', language: this.languageOf(block.info), value: this.join(block.lines) };
    if (block.type === 'html') return { type: 'html', value: this.join(block.lines) };
    if (block.type === 'rule') return { type: 'thematicBreak' };
    if (block.type === 'quote') return { type: 'blockquote', children: this.finishAll(block.children) };
    if (block.type === 'list') return this.finishList(block);
    // A footnote is drawn at the end, where it is referred to.
    return block.type === 'table' ? this.finishTable(block) : null;
  }

  private finishParagraph({ lines }: TextBlock): BlockNode | null {
    return lines.length === 0 ? null : { type: 'paragraph', children: this.inline(this.join(lines)) };
  }

  private finishList({ first, items }: ListBlock): BlockNode {
    return { type: 'list', start: first, isLoose: isLoose(items), items: items.map((item) => this.finishItem(item)) };
  }

  private finishItem(item: ItemBlock): ListItem {
    readBox(item, BOXES);
    return { checked: item.checked, children: this.finishAll(item.children) };
  }

  private finishTable({ align, head, rows }: TableBlock): BlockNode {
    return {
      type: 'table',
      align,
      head: head.cells.map((cell) => this.inline(cell)),
      rows: rows.map((row) => this.finishRow(row, align.length)),
    };
  }

  private finishRow({ cells }: TableRow, columns: number): RowNode {
    const found = cells.slice(0, columns).map((cell) => this.inline(cell));
    const missing = columns - found.length;
    const length = cells.reduce((sum, cell) => sum + cell.length + 1, 0);
    // Empty cells beyond what the row has characters would make a table of more cells than the text has.
    if (missing > length + EMPTY_CELLS) return { cells: found, missing };
    for (let i = 0; i < missing; i += 1) found.push([]);
    return { cells: found, missing: 0 };
  }

  /** The first word behind a fence. */
  private languageOf(info: string): string {
    const chars = new Characters(info, this.work);
    const end = chars.skip(0, (code) => !isWhitespace(code));
    return decodeText(chars, 0, end, this.references.definitions.decode);
  }

  private inline(text: string): InlineNode[] {
    // Only spaces and tabs: others are characters of the text.
    const chars = new Characters(text, this.work);
    const end = chars.skipBack(text.length, (code) => code === 32 || code === 9);
    return parseInline(text.slice(0, end), this.references, this.work);
  }

  private join(lines: readonly string[]): string {
    const text = lines.join('\n');
    this.work.visits += text.length;
    return text;
  }
}

/** Items are set apart when an empty line stands between two of them, or between two blocks of one. */
function isLoose(items: readonly ItemBlock[]): boolean {
  return items.some(({ children, end }, index) => {
    const next = items[index + 1];
    return (next !== undefined && next.start > end + 1) || hasGap(children);
  });
}

const hasGap = (blocks: readonly Block[]) =>
  blocks.some((block, index) => index > 0 && block.start > (blocks[index - 1]?.end ?? block.start) + 1);
