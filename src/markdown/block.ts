/** Where a block stands. Lines count from 1, both ends included. */
interface Place {
  start: number;
  end: number;
}

/** Lines that belong together, as they were written, without what nests them. */
export interface TextBlock extends Place {
  type: 'paragraph';
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

export interface TableBlock extends Place {
  type: 'table';
  head: TableRow;
  rows: TableRow[];
}

export interface CodeBlock extends Place {
  type: 'code';
  /** Left out where the code is only indented. */
  fence?: Fence;
}

export interface Fence {
  /** The marks that began it, and that its end has at least as many of. */
  mark: string;
  isClosed: boolean;
}

interface OtherBlock extends Place {
  type: 'html' | 'rule';
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
  /** The mark of its items; `1.` and `1)` for numbered ones. */
  mark: string;
  first: number;
  items: ItemBlock[];
}

export interface QuoteBlock extends Place {
  type: 'quote';
  children: Block[];
}

export type Block = TextBlock | HeadingBlock | TableBlock | CodeBlock | OtherBlock | ListBlock | QuoteBlock;
