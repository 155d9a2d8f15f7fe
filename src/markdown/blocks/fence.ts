import { BACKTICK, isBlank } from '../scan/codes.ts';
import { CODE_INDENT, type LineCursor } from './line-cursor.ts';

const MARKS_MIN = 3;

/** A line of three or more backticks or tildes begins code. Behind backticks there is no other, or it is code in a line. */
export function scanFence({ chars, word, end }: LineCursor): { type: 'fence'; mark: string; info: string } | undefined {
  const code = chars.code(word);
  const after = chars.skip(word, (each) => each === code, end);
  if (after - word < MARKS_MIN) return undefined;
  const from = chars.skip(after, isBlank, end);
  const info = chars.slice(from, chars.skipBack(end, isBlank, from));
  if (code === BACKTICK && info.includes('`')) return undefined;
  return { type: 'fence', mark: chars.slice(word, after), info };
}

/** Only bare marks of the same character, at least as many, end a fence. */
export function endsFence(cursor: LineCursor, mark: string): boolean {
  const { chars, word, end, indent } = cursor;
  const code = mark.charCodeAt(0);
  if (indent >= CODE_INDENT || chars.code(word) !== code) return false;
  const after = chars.skip(word, (each) => each === code, end);
  return after - word >= mark.length && chars.skip(after, isBlank, end) === end;
}
