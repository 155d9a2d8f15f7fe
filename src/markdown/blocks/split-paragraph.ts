import type { HeadingBlock, TableBlock, TextBlock } from '../block.ts';
import { Characters, type Work } from '../scan/characters.ts';
import { DASH, EQUALS, LINE_FEED, isBlank } from '../scan/codes.ts';
import { scanDefinitions } from '../scan/link-definition.ts';
import { CODE_INDENT, type LineCursor } from './line-cursor.ts';
import { readCells, readDelimiterRow } from './table-row.ts';

/** The level of the heading that a line of `=` or `-` makes of the text above it; null for any other line. */
export function scanUnderline({ chars, word, end, indent }: LineCursor): 1 | 2 | null {
  const mark = chars.code(word);
  if (indent >= CODE_INDENT || (mark !== EQUALS && mark !== DASH)) return null;
  const after = chars.skip(word, (code) => code === mark, end);
  if (chars.skip(after, isBlank, end) < end) return null;
  return mark === EQUALS ? 1 : 2;
}

/**
 * The heading that the line `number` makes of a paragraph, which keeps the link definitions at its head. null when it has
 * no other lines.
 */
export function splitHeading(paragraph: TextBlock, level: number, number: number, work: Work): HeadingBlock | null {
  const defined = countDefined(paragraph, work);
  if (defined === paragraph.lines.length) return null;
  const start = paragraph.start + defined;
  const raw = paragraph.lines.splice(defined).join('\n');
  paragraph.end = start - 1;
  return { type: 'heading', level, raw, start, end: number };
}

/** How many lines at the head of a paragraph define links. */
function countDefined({ lines }: TextBlock, work: Work): number {
  if (lines[0]?.startsWith('[') !== true) return 0;
  const chars = new Characters(lines.join('\n'), work);
  work.visits += chars.length;
  const end = scanDefinitions(chars).at(-1)?.end ?? 0;
  let count = end === chars.length ? 1 : 0;
  for (let at = 0; at < end; at += 1) if (chars.code(at) === LINE_FEED) count += 1;
  return count;
}

/** The table that a row of dashes, the line `number`, makes of the last line of a paragraph. */
export function splitTable(paragraph: TextBlock, line: string, number: number, work: Work): TableBlock | null {
  const head = paragraph.lines.at(-1) ?? '';
  const align = readDelimiterRow(line, work);
  if (align === null || !(head.includes('|') || line.includes('|'))) return null;
  const cells = readCells(head, work);
  if (cells.length !== align.length) return null;
  const start = number - 1;
  paragraph.lines.pop();
  paragraph.end = start - 1;
  return { type: 'table', align, head: { cells, start, end: start }, rows: [], start, end: number };
}
