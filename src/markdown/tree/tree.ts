import type { Alignment } from '../block.ts';

/** A Markdown document as it is drawn. Names are those of mdast, the syntax tree of the field, where it has one. */
export type InlineNode =
  | { type: 'text'; value: string }
  | { type: 'inlineCode'; value: string }
  | { type: 'break' }
  | { type: 'emphasis' | 'strong' | 'delete'; children: InlineNode[] }
  | LinkNode
  | { type: 'image'; alt: string; url: string }
  | FootnoteReference;

export interface LinkNode {
  type: 'link';
  url: string;
  title: string | null;
  children: InlineNode[];
}

export interface FootnoteReference {
  type: 'footnoteReference';
  /** The number of the footnote, in the order in which the text comes to them. */
  number: number;
  /** How many references to the same footnote stand before this one, plus one. */
  nth: number;
}

export interface RowNode {
  cells: InlineNode[][];
  /** How many columns the row leaves out at its end, where they are too many for an empty cell each. */
  missing: number;
}

export interface ListItem {
  /** null for an item without a box. */
  checked: boolean | null;
  children: BlockNode[];
}

export type BlockNode =
  | { type: 'paragraph'; children: InlineNode[] }
  | { type: 'heading'; depth: number; children: InlineNode[] }
  | { type: 'code'; language: string; value: string }
  /** Raw HTML, to be shown as the text it is. */
  | { type: 'html'; value: string }
  | { type: 'thematicBreak' }
  | { type: 'blockquote'; children: BlockNode[] }
  | { type: 'list'; start: number | null; isLoose: boolean; items: ListItem[] }
  | { type: 'table'; align: Alignment[]; head: InlineNode[][]; rows: RowNode[] };

export interface Footnote {
  number: number;
  /** How many references lead to it. */
  references: number;
  children: BlockNode[];
}

export interface MarkdownTree {
  children: BlockNode[];
  /** Those which the text refers to, in the order of their numbers. */
  footnotes: Footnote[];
}
