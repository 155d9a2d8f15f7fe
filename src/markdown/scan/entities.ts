import type { Characters } from './characters.ts';
import { AMPERSAND, BACKSLASH, HASH, SEMICOLON, isAlphanumeric, isAsciiPunctuation, isDigit } from './codes.ts';

/** The characters that an entity's name stands for, if it is one. The browser knows all of them; no table is shipped. */
export type DecodeEntity = (name: string) => string | undefined;

const NAME_MAX = 31;
const isHexadecimal = (code: number) => isDigit(code) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);

/** The entity that begins at `at`, decoded. */
export function readEntity(chars: Characters, at: number, decode: DecodeEntity): { text: string; end: number } | null {
  const isNumber = chars.code(at + 1) === HASH;
  const isHex = isNumber && (chars.code(at + 2) | 32) === 120;
  const from = at + 1 + (isNumber ? 1 : 0) + (isHex ? 1 : 0);
  const most = isHex ? 6 : isNumber ? 7 : NAME_MAX;
  const isOne = isHex ? isHexadecimal : isNumber ? isDigit : isAlphanumeric;
  const end = chars.skip(from, isOne, Math.min(from + most, chars.length));
  if (end === from || chars.code(end) !== SEMICOLON) return null;
  const name = chars.slice(from, end);
  const text = isNumber ? characterOf(Number.parseInt(name, isHex ? 16 : 10)) : decode(name);
  return text === undefined ? null : { text, end: end + 1 };
}

/** What no text may hold becomes the sign for an unknown character. */
function characterOf(code: number): string {
  const isForbidden =
    code < 9 ||
    code === 11 ||
    (code > 13 && code < 32) ||
    (code > 126 && code < 160) ||
    (code > 0xd7ff && code < 0xe000) ||
    (code > 0xfdcf && code < 0xfdf0) ||
    (code & 0xfffe) === 0xfffe ||
    code > 0x10ffff;
  return isForbidden ? '\uFFFD' : String.fromCodePoint(code);
}

/** A piece of text with its backslash escapes and entities decoded: an address, a title, the name of a language. */
export function decodeText(chars: Characters, from: number, to: number, decode: DecodeEntity): string {
  let text = '';
  let written = from;
  for (let at = from; at < to;) {
    const code = chars.code(at);
    if (code === BACKSLASH && at + 1 < to && isAsciiPunctuation(chars.code(at + 1))) {
      text += chars.slice(written, at);
      written = at + 1;
      at += 2;
      continue;
    }
    const entity = code === AMPERSAND ? readEntity(chars, at, decode) : null;
    if (entity === null || entity.end > to) {
      at += 1;
      continue;
    }
    text += chars.slice(written, at) + entity.text;
    at = entity.end;
    written = at;
  }
  return text + chars.slice(written, to);
}
