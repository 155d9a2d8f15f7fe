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
  STAR,
  TILDE,
  UNDERSCORE,
  isBlank,
  isDigit,
  isSpace,
} from '../scan/codes.ts';
import { scanFence } from './fence.ts';
import { type HtmlEnd, scanHtmlStart } from './html-block.ts';
import { CODE_INDENT, type LineCursor } from './line-cursor.ts';

/** What the rest of a line begins. `width` is how many characters its mark has. */
export type LineStart =
  | { type: 'quote'; width: 1 }
  | { type: 'item'; width: number; mark: string; first: number | null; isEmpty: boolean }
  | { type: 'footnote'; width: number; label: string }
  | { type: 'heading'; level: number; raw: string }
  | { type: 'fence'; mark: string; info: string }
  | { type: 'html'; end: HtmlEnd; canInterrupt: boolean }
  | { type: 'rule' };

/** What begins a block in one text and is plain text in another. */
export interface Syntax {
  /** Signs that begin an item which is not numbered. */
  bullets: string;
  /** Whether `[^1]:` begins a footnote. */
  hasFootnotes: boolean;
}

const NUMBER_MAX = 9;
const LABEL_MAX = 999;

/** The block that begins at the next word of the line, by the rules of CommonMark and GFM; undefined for plain text. */
export function scanLineStart(cursor: LineCursor, { bullets, hasFootnotes }: Syntax): LineStart | undefined {
  if (cursor.isBlank || cursor.indent >= CODE_INDENT) return undefined;
  const code = cursor.chars.code(cursor.word);
  if (code === GREATER) return { type: 'quote', width: 1 };
  if (code === HASH) return scanHeading(cursor);
  if (code === BACKTICK || code === TILDE) return scanFence(cursor);
  if (code === LESS) return scanHtmlStart(cursor);
  if (code === OPEN_SQUARE) return hasFootnotes ? scanFootnote(cursor) : undefined;
  if ((code === STAR || code === DASH || code === UNDERSCORE) && isRule(cursor, code)) return { type: 'rule' };
  return isDigit(code) || bullets.includes(String.fromCharCode(code)) ? scanItem(cursor) : undefined;
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

function scanHeading({ chars, word, end }: LineCursor): LineStart | undefined {
  const after = chars.skip(word, (code) => code === HASH, Math.min(word + 7, end));
  const level = after - word;
  if (level > 6 || (after < end && !isBlank(chars.code(after)))) return undefined;
  const from = chars.skip(after, isBlank, end);
  const to = chars.skipBack(end, isBlank, from);
  // `## Title ##`: marks behind the title are no part of it when a space stands before them.
  const marks = chars.skipBack(to, (code) => code === HASH, from);
  const isClosed = marks === from || isBlank(chars.code(marks - 1));
  return { type: 'heading', level, raw: chars.slice(from, isClosed ? chars.skipBack(marks, isBlank, from) : to) };
}

function scanFootnote({ chars, word, end }: LineCursor): LineStart | undefined {
  const from = word + 2;
  if (chars.code(word + 1) !== CARET) return undefined;
  const isPart = (code: number) => code !== OPEN_SQUARE && code !== CLOSE_SQUARE && !isSpace(code);
  const to = chars.skip(from, isPart, Math.min(end, from + LABEL_MAX));
  if (to === from || chars.code(to) !== CLOSE_SQUARE || chars.code(to + 1) !== COLON) return undefined;
  return { type: 'footnote', width: to + 2 - word, label: chars.slice(from, to) };
}

function scanItem({ chars, word, end }: LineCursor): LineStart | undefined {
  const digits = chars.skip(word, isDigit, Math.min(end, word + NUMBER_MAX));
  const mark = chars.code(digits);
  const isNumbered = digits > word;
  if (isNumbered && mark !== DOT && mark !== CLOSE_ROUND) return undefined;
  const after = digits + 1;
  if (after < end && !isBlank(chars.code(after))) return undefined;
  return {
    type: 'item',
    width: after - word,
    mark: (isNumbered ? '1' : '') + chars.slice(digits, after),
    first: isNumbered ? Number(chars.slice(word, digits)) : null,
    isEmpty: chars.skip(after, isBlank, end) === end,
  };
}
