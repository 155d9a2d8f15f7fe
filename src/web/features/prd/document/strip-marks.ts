import type { BlockKind } from '#contract/requirement.ts';

/** A block's text without what Markdown makes it a block by. */
export interface BareText {
  /** Lines that are one paragraph are one. */
  text: string;
  /** The box in front of an item, ticked or not. */
  box?: boolean | undefined;
  /** "3." in front of an item that is numbered. */
  number?: string | undefined;
}

const ITEM = /^\s*(?:[-*+•]|(\d{1,9}[.)]))\s+(?:\[([ xX])\]\s+)?/;

export function stripMarks(kind: BlockKind, lines: readonly string[]): BareText {
  switch (kind) {
    case 'heading':
      return { text: bareHeading(lines) };
    case 'item': {
      const [first = '', ...rest] = lines;
      const [mark = '', number, box] = ITEM.exec(first) ?? [];
      const text = join([first.slice(mark.length), ...rest]);
      return { text, ...(number && { number }), ...(box !== undefined && { box: box !== ' ' }) };
    }
    case 'quote':
      return { text: join(lines.map((line) => line.replace(/^\s*>\s?/, ''))) };
    case 'code':
      return { text: bareCode(lines) };
    default:
      return { text: join(lines) };
  }
}

/** A line that ends in two spaces or a backslash ends there; any other goes on. */
function join(lines: readonly string[]) {
  return lines
    .map((line, at) => {
      const isLast = at === lines.length - 1;
      if (!isLast && /(?: {2,}|\\)$/.test(line)) return `${line.replace(/(?: {2,}|\\)$/, '').trim()}\n`;
      return isLast ? line.trim() : `${line.trim()} `;
    })
    .join('');
}

function bareHeading(lines: readonly string[]) {
  const [first = '', ...rest] = lines;
  if (/^ {0,3}#/.test(first)) return first.replace(/^ {0,3}#{1,6}\s*/, '').replace(/\s+#+\s*$/, '');
  return join([first, ...rest.filter((line) => !/^\s*(?:=+|-+)\s*$/.test(line))]);
}

function bareCode(lines: readonly string[]) {
  const isFenced = /^\s*(?:```|~~~)/.test(lines[0] ?? '');
  const body = isFenced ? lines.slice(1, /^\s*(?:```|~~~)\s*$/.test(lines.at(-1) ?? '') ? -1 : undefined) : lines;
  const indents = body.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const indent = Math.min(...indents, isFenced ? (lines[0]?.search(/\S/) ?? 0) : 4);
  return body.map((line) => line.slice(Math.min(indent, line.length))).join('\n');
}

/** The level a heading was written at. */
export const headingLevel = ([first = '', second = '']: readonly string[]) => {
  const marks = /^ {0,3}(#{1,6})/.exec(first)?.[1];
  return marks ? marks.length : second.trim().startsWith('-') ? 2 : 1;
};

const DELIMITER = /^[\s|:-]+$/;

/** The cells of a table's lines, the line of dashes left out; `head` where it stands below the first. */
export function readTable(lines: readonly string[]): { head: boolean; rows: string[][] } {
  const rows = lines.filter((line) => line.trim() !== '');
  const head = rows.length > 1 && DELIMITER.test(rows[1] ?? '') && (rows[1] ?? '').includes('-');
  const shown = rows.filter((line) => !(DELIMITER.test(line) && line.includes('-')));
  return { head, rows: shown.map(readCells) };
}

function readCells(line: string): string[] {
  const trimmed = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return trimmed.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
