/** Where a block stands. Lines count from 1, both ends included. */
interface Place {
  start: number;
  end: number;
}

export interface TextBlock extends Place {
  type: 'paragraph';
  /** Its lines as they were written, without what nests them. */
  lines: string[];
}

export interface HeadingBlock extends Place {
  type: 'heading';
  level: number;
  raw: string;
}

export interface TableRow extends Place {
  cells: string[];
}

export type Alignment = 'left' | 'right' | 'center' | null;

export interface TableBlock extends Place {
  type: 'table';
  align: Alignment[];
  head: TableRow;
  rows: TableRow[];
}

export interface CodeBlock extends Place {
  type: 'code';
  /** The code alone, without its fences and its indentation. */
  lines: string[];
  /** What stands behind the opening fence. */
  info: string;
  /** Left out where the code is only indented. */
  fence?: Fence;
}

export interface Fence {
  /** The marks that began it, and that its end has at least as many of. */
  mark: string;
  isClosed: boolean;
}

export interface HtmlBlock extends Place {
  type: 'html';
  lines: string[];
}

interface RuleBlock extends Place {
  type: 'rule';
}

export interface ItemBlock extends Place {
  type: 'item';
  /** Columns from the edge of the list to the text: a line indented as far belongs to the item. */
  indent: number;
  /** null for an item without a box. */
  checked: boolean | null;
  children: Block[];
}

export interface ListBlock extends Place {
  type: 'list';
  /** The mark of its items, `1.` and `1)` for numbered ones: another mark begins another list. */
  mark: string;
  /** The number of the first item; null where items are not numbered. */
  first: number | null;
  items: ItemBlock[];
}

export interface QuoteBlock extends Place {
  type: 'quote';
  children: Block[];
}

/** Only where footnotes are asked for; elsewhere it is a paragraph. */
export interface FootnoteBlock extends Place {
  type: 'footnote';
  label: string;
  children: Block[];
}

export type Block =
  | TextBlock
  | HeadingBlock
  | TableBlock
  | CodeBlock
  | HtmlBlock
  | RuleBlock
  | ListBlock
  | QuoteBlock
  | FootnoteBlock;
