import { stripVTControlCharacters } from 'node:util';

/** Control characters, line separators, invisible marks, and marks that turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2069}\u{feff}]/gu;
const NARROW_MARK = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const PICTURE = /^\p{Emoji_Presentation}$/u;

/** First and last code points of what terminals draw two columns wide. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0x33ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xa000, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1faff],
  [0x20000, 0x3fffd],
];

/** Text of others on one line, without anything that a terminal would obey. */
export const oneLine = (text: string): string =>
  stripVTControlCharacters(text.toWellFormed()).replaceAll(/\s+/g, ' ').replaceAll(UNSEEN, '').trim();

/** The columns a terminal draws it in. */
export function textWidth(text: string): number {
  let width = 0;
  for (const char of text) width += charWidth(char);
  return width;
}

function charWidth(char: string): number {
  const code = char.codePointAt(0) ?? 0;
  if (code < 0x300) return 1;
  if (NARROW_MARK.test(char)) return 0;
  return PICTURE.test(char) || WIDE.some(([first, last]) => code >= first && code <= last) ? 2 : 1;
}

/** At most so wide; what is cut ends with an ellipsis. */
export function cutTo(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  let cut = '';
  let used = 1;
  for (const char of text) {
    used += charWidth(char);
    if (used > width) break;
    cut += char;
  }
  return width < 1 ? '' : `${cut}…`;
}

/** Exactly so wide. */
export function fit(text: string, width: number, side: 'left' | 'right' = 'left'): string {
  const cut = cutTo(text, width);
  const space = ' '.repeat(Math.max(0, width - textWidth(cut)));
  return side === 'left' ? cut + space : space + cut;
}
