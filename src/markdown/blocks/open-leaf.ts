import type { CodeBlock, Fence, HtmlBlock, TableBlock, TextBlock } from '../block.ts';
import type { Work } from '../scan/characters.ts';
import { endsFence } from './fence.ts';
import { type HtmlEnd, endsHtml } from './html-block.ts';
import { CODE_INDENT, type LineCursor } from './line-cursor.ts';
import { type Syntax, scanLineStart } from './line-start.ts';
import { readCells } from './table-row.ts';

/** The block that the next line may belong to. */
export type Leaf =
  | { type: 'paragraph'; block: TextBlock }
  | { type: 'fence'; block: CodeBlock; fence: Fence; indent: number }
  | { type: 'code'; block: CodeBlock; blanks: string[] }
  | { type: 'html'; block: HtmlBlock; end: HtmlEnd }
  | { type: 'table'; block: TableBlock };

type Step = 'taken' | 'closed' | 'other';

/** Whether the line belongs to the leaf, which takes it then; `closed` when it is its last. */
export function continueLeaf(leaf: Leaf, cursor: LineCursor, number: number, syntax: Syntax, work: Work): Step {
  if (leaf.type === 'fence') return continueFence(leaf, cursor, number);
  if (leaf.type === 'code') return continueCode(leaf, cursor, number);
  if (leaf.type === 'html') return continueHtml(leaf, cursor, number);
  if (leaf.type === 'paragraph' || cursor.isBlank || cursor.indent >= CODE_INDENT) return 'other';
  if (scanLineStart(cursor, syntax) !== undefined) return 'other';
  leaf.block.rows.push({ cells: readCells(cursor.rest(), work), start: number, end: number });
  leaf.block.end = number;
  return 'taken';
}

function continueFence({ block, fence, indent }: Leaf & { type: 'fence' }, cursor: LineCursor, number: number): Step {
  block.end = number;
  fence.isClosed = endsFence(cursor, fence.mark);
  if (fence.isClosed) return 'closed';
  cursor.skip(Math.min(indent, cursor.indent));
  block.lines.push(cursor.rest());
  return 'taken';
}

/** Empty lines are part of indented code only when more of it follows. */
function continueCode(leaf: Leaf & { type: 'code' }, cursor: LineCursor, number: number): Step {
  const { isBlank } = cursor;
  if (!isBlank && cursor.indent < CODE_INDENT) return 'other';
  cursor.skip(CODE_INDENT);
  leaf.blanks.push(cursor.rest());
  if (isBlank) return 'taken';
  for (const line of leaf.blanks) leaf.block.lines.push(line);
  leaf.blanks = [];
  leaf.block.end = number;
  return 'taken';
}

function continueHtml({ block, end }: Leaf & { type: 'html' }, cursor: LineCursor, number: number): Step {
  if (end.type === 'blank' && cursor.isBlank) return 'other';
  block.lines.push(cursor.rest());
  block.end = number;
  return endsHtml(cursor, end, cursor.at) ? 'closed' : 'taken';
}
