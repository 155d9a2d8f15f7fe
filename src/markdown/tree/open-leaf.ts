import type { Work } from '../scan/characters.ts';
import { isBlank } from '../scan/codes.ts';
import { type HtmlEnd, endsHtml } from './html-block.ts';
import type { LineCursor } from './line-cursor.ts';
import { readLineStart } from './line-start.ts';
import type { CodeBlock, HtmlBlock, ParagraphBlock, TableBlock } from './raw-block.ts';
import { readRow } from './table-row.ts';

/** The block that the next line may belong to. */
export type Leaf =
  | { type: 'paragraph'; block: ParagraphBlock }
  | { type: 'fence'; block: CodeBlock; code: number; length: number; indent: number }
  | { type: 'code'; block: CodeBlock; blanks: string[] }
  | { type: 'html'; block: HtmlBlock; end: HtmlEnd }
  | { type: 'table'; block: TableBlock };

/** Whether the line belongs to the leaf, which takes it then; `closed` when it is its last. */
export function continueLeaf(leaf: Leaf, cursor: LineCursor, number: number, work: Work): 'taken' | 'closed' | 'other' {
  if (leaf.type === 'fence') return continueFence(leaf, cursor, number);
  if (leaf.type === 'code') return continueCode(leaf, cursor, number);
  if (leaf.type === 'html') return continueHtml(leaf, cursor, number);
  if (leaf.type === 'paragraph' || cursor.isBlank || cursor.indent >= 4) return 'other';
  if (readLineStart(cursor) !== undefined) return 'other';
  leaf.block.rows.push({ cells: readRow(cursor.rest(), work), length: cursor.end - cursor.at });
  leaf.block.end = number;
  return 'taken';
}

function continueFence(leaf: Leaf & { type: 'fence' }, cursor: LineCursor, number: number): 'taken' | 'closed' {
  leaf.block.end = number;
  const { chars, end, word } = cursor;
  if (!cursor.isBlank && cursor.indent < 4 && chars.code(word) === leaf.code) {
    const after = chars.skip(word, (code) => code === leaf.code, end);
    if (after - word >= leaf.length && chars.skip(after, isBlank, end) === end) return 'closed';
  }
  cursor.skip(Math.min(leaf.indent, cursor.indent));
  leaf.block.lines.push(cursor.rest());
  return 'taken';
}

/** Empty lines are part of indented code only when more of it follows. */
function continueCode(leaf: Leaf & { type: 'code' }, cursor: LineCursor, number: number): 'taken' | 'other' {
  if (!cursor.isBlank && cursor.indent < 4) return 'other';
  const { isBlank: isEmpty } = cursor;
  cursor.skip(4);
  leaf.blanks.push(cursor.rest());
  if (isEmpty) return 'taken';
  for (const line of leaf.blanks) leaf.block.lines.push(line);
  leaf.blanks = [];
  leaf.block.end = number;
  return 'taken';
}

function continueHtml(leaf: Leaf & { type: 'html' }, cursor: LineCursor, number: number): 'taken' | 'closed' | 'other' {
  if (leaf.end.type === 'blank' && cursor.isBlank) return 'other';
  leaf.block.lines.push(cursor.rest());
  leaf.block.end = number;
  return endsHtml(cursor, leaf.end, cursor.at) ? 'closed' : 'taken';
}
