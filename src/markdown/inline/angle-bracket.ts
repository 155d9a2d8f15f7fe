import type { Characters } from '../scan/characters.ts';
import {
  AT,
  BANG,
  COLON,
  DASH,
  DOT,
  GREATER,
  LESS,
  PLUS,
  QUESTION,
  isAlphanumeric,
  isControl,
  isLetter,
} from '../scan/codes.ts';
import { scanTag } from '../scan/html-tag.ts';

const SCHEME_MAX = 32;
const ADDRESS_MAX = 2_000;
const LABEL_MAX = 63;

const isScheme = (code: number) => isAlphanumeric(code) || code === PLUS || code === DOT || code === DASH;
const isAddress = (code: number) => code >= 0 && !isControl(code) && code !== LESS && code !== GREATER;
const LOCAL = /[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]/u;
const isLocal = (code: number) => code > 0 && code < 128 && LOCAL.test(String.fromCharCode(code));
const isHost = (code: number) => isAlphanumeric(code) || code === DASH;

/** `<https://…>` or `<somebody@example.com>`: an address and where to read on. */
export function readAutolink(chars: Characters, at: number): { url: string; text: string; end: number } | null {
  const close = scanUri(chars, at + 1) ?? scanMail(chars, at + 1);
  if (close === null) return null;
  const text = chars.slice(at + 1, close.at);
  return { url: close.isMail ? `mailto:${text}` : text, text, end: close.at + 1 };
}

function scanUri(chars: Characters, from: number): { at: number; isMail: boolean } | null {
  if (!isLetter(chars.code(from))) return null;
  const scheme = chars.skip(from, isScheme, Math.min(chars.length, from + SCHEME_MAX));
  if (scheme - from < 2 || chars.code(scheme) !== COLON) return null;
  const at = chars.skip(scheme, isAddress, Math.min(chars.length, from + ADDRESS_MAX));
  return chars.code(at) === GREATER ? { at, isMail: false } : null;
}

function scanMail(chars: Characters, from: number): { at: number; isMail: boolean } | null {
  const sign = chars.skip(from, isLocal, Math.min(chars.length, from + ADDRESS_MAX));
  if (sign === from || chars.code(sign) !== AT) return null;
  for (let label = sign + 1; ;) {
    const at = chars.skip(label, isHost, Math.min(chars.length, label + LABEL_MAX));
    const isWhole = at > label && chars.code(label) !== DASH && chars.code(at - 1) !== DASH;
    if (!isWhole) return null;
    if (chars.code(at) === GREATER) return { at, isMail: true };
    if (chars.code(at) !== DOT) return null;
    label = at + 1;
  }
}

/** Finds HTML within a line. What was looked for in vain up to the end of the text is not looked for again. */
export class InlineHtml {
  private readonly chars: Characters;
  private readonly missing = new Set<string>();

  constructor(chars: Characters) {
    this.chars = chars;
  }

  /** Where the HTML that begins at `at` ends; -1 when it is none. */
  end(at: number): number {
    const { chars } = this;
    const second = chars.code(at + 1);
    if (second === QUESTION) return this.find('?>', at + 2);
    if (second !== BANG) return scanTag(chars, at);
    if (chars.has('--', at + 2)) {
      if (chars.code(at + 4) === GREATER) return at + 5;
      return chars.has('->', at + 4) ? at + 6 : this.find('-->', at + 4);
    }
    if (chars.text.startsWith('[CDATA[', at + 2)) return this.find(']]>', at + 9);
    return isLetter(chars.code(at + 2)) ? this.find('>', at + 3) : -1;
  }

  private find(word: string, from: number): number {
    if (this.missing.has(word)) return -1;
    const at = this.chars.find(word, from);
    if (at < 0) this.missing.add(word);
    return at < 0 ? -1 : at + word.length;
  }
}
