import type { BlockKind } from '#contract/requirement.ts';
import { readCells, readDelimiterRow } from '#markdown/blocks/table-row.ts';
import { PASTED_BULLETS, closesFence, readLineStart } from '#markdown/read-line-start.ts';
import { expandTabs } from '#markdown/read-lines.ts';
import { stripContainers } from '#markdown/strip-containers.ts';

/** A block's text without what Markdown makes it a block by. */
export interface BareText {
  /** Lines that are one paragraph are one. */
  text: string;
  /** The box in front of an item, ticked or not. */
  box?: boolean | undefined;
  /** "3." in front of an item that is numbered. */
  number?: string | undefined;
}

const BOX = /^\[([ xX])\]\s+/;

export function stripMarks(kind: BlockKind, lines: readonly string[]): BareText {
  switch (kind) {
    case 'heading':
      return { text: bareHeading(lines) };
    case 'item':
      return bareItem(lines);
    case 'quote':
      return { text: join(lines.map((line) => stripQuotes(line))) };
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

function bareItem([first = '', ...rest]: readonly string[]): BareText {
  const written = expandTabs(first).trimStart();
  const start = readLineStart(written, PASTED_BULLETS);
  if (start?.type !== 'item') return { text: join([first, ...rest]) };
  const words = written.slice(start.width).trimStart();
  const [marks = '', box] = BOX.exec(words) ?? [];
  return {
    text: join([words.slice(marks.length), ...rest]),
    ...(start.first !== null && { number: written.slice(0, start.width).trim() }),
    ...(box !== undefined && { box: box !== ' ' }),
  };
}

/** A line without so many marks of quotations, or without any. */
function stripQuotes(line: string, most = Infinity): string {
  let rest = line;
  for (let depth = 0; depth < most; depth += 1) {
    const written = rest.trimStart();
    if (!written.startsWith('>')) break;
    rest = written.slice(written[1] === ' ' ? 2 : 1);
  }
  return rest;
}

function bareHeading(lines: readonly string[]) {
  const [first = '', ...rest] = lines;
  const start = readLineStart(first);
  return start?.type === 'heading' ? start.raw : join([first, ...rest.filter((line) => !UNDERLINE.test(line))]);
}

const UNDERLINE = /^\s*(?:=+|-+)\s*$/;

function bareCode([first = '', ...rest]: readonly string[]) {
  const { start, quotes } = stripContainers(first);
  const code = rest.map((line) => stripQuotes(line, quotes));
  if (start?.type !== 'fence') return outdent([stripQuotes(first, quotes), ...code], 4);
  const isClosed = closesFence(start.mark, (code.at(-1) ?? '').trimStart());
  return outdent(isClosed ? code.slice(0, -1) : code, stripQuotes(first, quotes).search(/[`~]/));
}

function outdent(lines: readonly string[], most: number) {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/));
  const indent = indents.reduce((least, each) => Math.min(least, each), most);
  return lines.map((line) => line.slice(Math.min(indent, line.length))).join('\n');
}

/** The level a heading was written at. */
export const headingLevel = ([first = '', second = '']: readonly string[]) => {
  const start = readLineStart(first);
  if (start?.type === 'heading') return start.level;
  return second.trim().startsWith('-') ? 2 : 1;
};

const isDelimiterRow = (line: string) => line.includes('|') && readDelimiterRow(line) !== null;

/** The cells of a table's lines, the line of dashes left out; `head` where it stands below the first. */
export function readTable(lines: readonly string[]): { head: boolean; rows: string[][] } {
  const rows = lines.map((line) => stripContainers(line).rest).filter((line) => line.trim() !== '');
  const head = isDelimiterRow(rows[1] ?? '');
  const isShown = (line: string, at: number) => !(at === 1 && head) && !(rows.length === 1 && isDelimiterRow(line));
  return { head, rows: rows.filter(isShown).map((line) => readCells(line)) };
}
