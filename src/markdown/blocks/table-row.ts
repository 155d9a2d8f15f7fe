import type { Alignment } from '../block.ts';
import { Characters, type Work } from '../scan/characters.ts';
import { BACKSLASH, COLON, DASH, PIPE, isBlank } from '../scan/codes.ts';

/** The cells of a table's row. A bar behind a backslash is text, also inside code. */
export function readCells(line: string, work: Work = { visits: 0 }): string[] {
  const chars = new Characters(line, work);
  const end = chars.skipBack(chars.length, isBlank);
  let from = chars.skip(0, isBlank, end);
  if (chars.code(from) === PIPE) from += 1;
  const cells: string[] = [];
  let cell = '';
  for (let at = from; at < end; at += 1) {
    const code = chars.code(at);
    if (code === BACKSLASH && at + 1 < end) {
      const next = chars.code(at + 1);
      if (next === PIPE) {
        cell += chars.slice(from, at);
        from = at + 1;
      }
      if (next === PIPE || next === BACKSLASH) at += 1;
    } else if (code === PIPE) {
      cells.push(trimBlanks(cell + chars.slice(from, at), work));
      cell = '';
      from = at + 1;
    }
  }
  if (from < end || cell !== '') cells.push(trimBlanks(cell + chars.slice(from, end), work));
  return cells;
}

/** Without the spaces and tabs around it; other white space is text. */
function trimBlanks(text: string, work: Work): string {
  const chars = new Characters(text, work);
  const from = chars.skip(0, isBlank);
  return text.slice(from, chars.skipBack(text.length, isBlank, from));
}

/** The alignments of a row of dashes, `|---|:-:|`; null for any other line. */
export function readDelimiterRow(line: string, work: Work = { visits: 0 }): Alignment[] | null {
  const chars = new Characters(line, work);
  const isPart = (code: number) => code === PIPE || code === DASH || code === COLON || isBlank(code);
  if (chars.skip(0, isPart) < chars.length) return null;
  const align: Alignment[] = [];
  for (const cell of readCells(line, work)) {
    work.visits += cell.length;
    if (!/^:?-+:?$/u.test(cell)) return null;
    const isLeft = cell.startsWith(':');
    const isRight = cell.endsWith(':');
    align.push(isLeft && isRight ? 'center' : isLeft ? 'left' : isRight ? 'right' : null);
  }
  return align.length === 0 ? null : align;
}
