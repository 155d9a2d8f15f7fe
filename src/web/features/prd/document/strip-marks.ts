import type { BlockKind } from '#contract/requirement.ts';
import { readCells, readDelimiterRow } from '#markdown/blocks/table-row.ts';
import { PASTED_BULLETS, closesFence, readLineStart } from '#markdown/read-line-start.ts';
import { expandTabs } from '#markdown/read-lines.ts';
import { stripContainers } from '#markdown/strip-containers.ts';

/** Text of a block without its Markdown block markers. */
export interface BareText {
  /** Soft line breaks are joined. */
  text: string;
  /** State of a task list checkbox. */
  box?: boolean | undefined;
  /** "3." of an ordered item. */
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

/** Two trailing spaces or a backslash are a hard line break. */
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

/** Removes up to `most` quotation markers. */
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

export const headingLevel = ([first = '', second = '']: readonly string[]) => {
  const start = readLineStart(first);
  if (start?.type === 'heading') return start.level;
  return second.trim().startsWith('-') ? 2 : 1;
};

const isDelimiterRow = (line: string) => line.includes('|') && readDelimiterRow(line) !== null;

/** Cells of a table without its delimiter row; `head` if there is one below the first row. */
export function readTable(lines: readonly string[]): { head: boolean; rows: string[][] } {
  const rows = lines.map((line) => stripContainers(line).rest).filter((line) => line.trim() !== '');
  const head = isDelimiterRow(rows[1] ?? '');
  const isShown = (line: string, at: number) => !(at === 1 && head) && !(rows.length === 1 && isDelimiterRow(line));
  return { head, rows: rows.filter(isShown).map((line) => readCells(line)) };
}
