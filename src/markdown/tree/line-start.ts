import {
  BACKTICK,
  CARET,
  CLOSE_ROUND,
  CLOSE_SQUARE,
  COLON,
  DASH,
  DOT,
  GREATER,
  HASH,
  LESS,
  OPEN_SQUARE,
  PLUS,
  STAR,
  TILDE,
  UNDERSCORE,
  isBlank,
  isDigit,
  isSpace,
} from '../scan/codes.ts';
import { type HtmlEnd, readHtmlStart } from './html-block.ts';
import type { LineCursor } from './line-cursor.ts';

/** What the rest of a line begins. */
export type LineStart =
  | { type: 'quote' }
  | { type: 'item'; width: number; mark: string; first: number | null; isEmpty: boolean }
  | { type: 'footnote'; width: number; label: string }
  | { type: 'heading'; level: number; text: string }
  | { type: 'fence'; code: number; length: number; info: string }
  | { type: 'html'; end: HtmlEnd; canInterrupt: boolean }
  | { type: 'rule' };

const CODE_INDENT = 4;
const NUMBER_MAX = 9;
const LABEL_MAX = 999;

/** The block that begins at the next word of the line, by the rules of CommonMark and GFM; undefined for plain text. */
export function readLineStart(cursor: LineCursor): LineStart | undefined {
  if (cursor.isBlank || cursor.indent >= CODE_INDENT) return undefined;
  const code = cursor.chars.code(cursor.word);
  if (code === GREATER) return { type: 'quote' };
  if (code === HASH) return readHeading(cursor);
  if (code === BACKTICK || code === TILDE) return readFence(cursor, code);
  if (code === LESS) return readHtmlStart(cursor);
  if (code === OPEN_SQUARE) return readFootnote(cursor);
  if ((code === STAR || code === DASH || code === UNDERSCORE) && isRule(cursor, code)) return { type: 'rule' };
  return code === STAR || code === DASH || code === PLUS || isDigit(code) ? readItem(cursor, code) : undefined;
}

function isRule({ chars, word, end }: LineCursor, mark: number): boolean {
  let marks = 0;
  for (let at = word; at < end; at += 1) {
    const code = chars.code(at);
    if (code === mark) marks += 1;
    else if (!isBlank(code)) return false;
  }
  return marks >= 3;
}

function readHeading({ chars, word, end }: LineCursor): LineStart | undefined {
  const after = chars.skip(word, (code) => code === HASH, Math.min(word + 7, end));
  const level = after - word;
  if (level > 6 || (after < end && !isBlank(chars.code(after)))) return undefined;
  const from = chars.skip(after, isBlank, end);
  const to = chars.skipBack(end, isBlank, from);
  // `## Title ##`: marks behind the title are no part of it when a space stands before them.
  const marks = chars.skipBack(to, (code) => code === HASH, from);
  const isClosed = marks === from || isBlank(chars.code(marks - 1));
  return { type: 'heading', level, text: chars.slice(from, isClosed ? chars.skipBack(marks, isBlank, from) : to) };
}

function readFence({ chars, word, end }: LineCursor, code: number): LineStart | undefined {
  const after = chars.skip(word, (each) => each === code, end);
  if (after - word < 3) return undefined;
  const from = chars.skip(after, isBlank, end);
  const info = chars.slice(from, Math.max(from, chars.skipBack(end, isBlank, from)));
  if (code === BACKTICK && info.includes('`')) return undefined;
  return { type: 'fence', code, length: after - word, info };
}

function readFootnote({ chars, word, end }: LineCursor): LineStart | undefined {
  const from = word + 2;
  if (chars.code(word + 1) !== CARET) return undefined;
  const isPart = (code: number) => code !== OPEN_SQUARE && code !== CLOSE_SQUARE && !isSpace(code);
  const to = chars.skip(from, isPart, Math.min(end, from + LABEL_MAX));
  if (to === from || to + 1 >= end || chars.code(to) !== CLOSE_SQUARE || chars.code(to + 1) !== COLON) return undefined;
  return { type: 'footnote', width: to + 2 - word, label: chars.slice(from, to) };
}

function readItem({ chars, word, end }: LineCursor, code: number): LineStart | undefined {
  const digits = isDigit(code) ? chars.skip(word, isDigit, Math.min(end, word + NUMBER_MAX)) : word;
  const mark = digits < end ? chars.code(digits) : -1;
  if (digits > word && mark !== DOT && mark !== CLOSE_ROUND) return undefined;
  const after = digits + 1;
  if (after < end && !isBlank(chars.code(after))) return undefined;
  return {
    type: 'item',
    width: after - word,
    mark: chars.slice(digits, after),
    first: digits > word ? Number(chars.slice(word, digits)) : null,
    isEmpty: chars.skip(after, isBlank, end) === end,
  };
}
