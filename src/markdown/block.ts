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
  /** Priority and state of a record, which stand on lines of their own. */
  about?: string;
}

export interface TableRow extends Place {
  cells: string[];
}

export interface TableBlock extends Place {
  type: 'table';
  head: TableRow;
  rows: TableRow[];
}

/** What is never read: code, HTML, rules, definitions of links. */
interface OtherBlock extends Place {
  type: 'code' | 'html' | 'rule';
}

export interface ItemBlock extends Place {
  type: 'item';
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

interface QuoteBlock extends Place {
  type: 'quote';
  children: Block[];
}

export type Block = TextBlock | HeadingBlock | TableBlock | OtherBlock | ListBlock | QuoteBlock;
