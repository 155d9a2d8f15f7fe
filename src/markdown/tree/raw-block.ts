import type { Alignment } from './tree.ts';

/** Where a block stands. Lines count from 1, both ends included. */
interface Place {
  start: number;
  end: number;
}

export interface ParagraphBlock extends Place {
  type: 'paragraph';
  /** None when all of them were definitions: not drawn, yet an empty line before it makes a list loose. */
  lines: string[];
}

export interface CodeBlock extends Place {
  type: 'code';
  /** What stands behind the fence. */
  info: string;
  lines: string[];
}

export interface HtmlBlock extends Place {
  type: 'html';
  lines: string[];
}

export interface TableBlock extends Place {
  type: 'table';
  align: Alignment[];
  head: string[];
  rows: { cells: string[]; length: number }[];
}

export interface ItemBlock extends Place {
  type: 'item';
  children: RawBlock[];
}

export interface ListBlock extends Place {
  type: 'list';
  /** The mark of its items, without the number: another mark begins another list. */
  mark: string;
  first: number | null;
  items: ItemBlock[];
}

export interface QuoteBlock extends Place {
  type: 'quote';
  children: RawBlock[];
}

export interface FootnoteBlock extends Place {
  type: 'footnote';
  label: string;
  children: RawBlock[];
}

/** Blocks with their inline text as it was written. */
export type RawBlock =
  | ParagraphBlock
  | CodeBlock
  | HtmlBlock
  | TableBlock
  | ListBlock
  | QuoteBlock
  | FootnoteBlock
  | (Place & { type: 'heading'; level: number; text: string })
  | (Place & { type: 'rule' });
