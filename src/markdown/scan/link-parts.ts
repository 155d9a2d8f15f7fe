import type { Characters } from './characters.ts';
import {
  APOSTROPHE,
  BACKSLASH,
  CLOSE_ROUND,
  CLOSE_SQUARE,
  GREATER,
  LESS,
  LINE_FEED,
  OPEN_ROUND,
  OPEN_SQUARE,
  QUOTE,
  isAsciiPunctuation,
  isControl,
  isSpace,
} from './codes.ts';

/** Longer addresses are shown as text: nobody follows them, and a search for their end stays short. */
const ADDRESS_MAX = 2_000;
const TITLE_MAX = 2_000;
/** CommonMark's own bound. */
const LABEL_MAX = 999;
const ROUNDS_MAX = 32;

/** What was found: its text from `from` to `to`, and where to read on. */
export interface Span {
  from: number;
  to: number;
  end: number;
}

const isEscape = (chars: Characters, at: number) =>
  chars.code(at) === BACKSLASH && isAsciiPunctuation(chars.code(at + 1));

/** The address of a link: `<…>`, or characters without spaces and with as many closing brackets as opening ones. */
export function scanAddress(chars: Characters, at: number): Span | null {
  return chars.code(at) === LESS ? scanPointed(chars, at) : scanBare(chars, at);
}

function scanPointed(chars: Characters, at: number): Span | null {
  const last = at + ADDRESS_MAX;
  for (let next = at + 1; next <= last; next += 1) {
    const code = chars.code(next);
    if (code === GREATER) return { from: at + 1, to: next, end: next + 1 };
    if (code === LESS || code === LINE_FEED || code < 0) return null;
    if (isEscape(chars, next)) next += 1;
  }
  return null;
}

function scanBare(chars: Characters, at: number): Span | null {
  const last = at + ADDRESS_MAX;
  let open = 0;
  for (let next = at; next <= last; next += 1) {
    const code = chars.code(next);
    if (code === OPEN_ROUND) open += 1;
    if (open > ROUNDS_MAX) return null;
    const isEnd = code < 0 || isControl(code) || (code === CLOSE_ROUND && open === 0);
    if (isEnd) return open === 0 ? { from: at, to: next, end: next } : null;
    if (code === CLOSE_ROUND) open -= 1;
    if (isEscape(chars, next)) next += 1;
  }
  return null;
}

/** The title behind the address: in quotes of either kind, or in round brackets. */
export function scanTitle(chars: Characters, at: number): Span | null {
  const first = chars.code(at);
  if (first !== QUOTE && first !== APOSTROPHE && first !== OPEN_ROUND) return null;
  const close = first === OPEN_ROUND ? CLOSE_ROUND : first;
  const last = at + TITLE_MAX;
  for (let next = at + 1; next <= last; next += 1) {
    const code = chars.code(next);
    if (code === close) return { from: at + 1, to: next, end: next + 1 };
    if (code < 0 || code === first) return null;
    if (isEscape(chars, next)) next += 1;
  }
  return null;
}

/** A label in square brackets, with at least one character in it that is no space. */
export function scanLabel(chars: Characters, at: number): Span | null {
  if (chars.code(at) !== OPEN_SQUARE) return null;
  const last = at + 1 + LABEL_MAX;
  let hasWord = false;
  for (let next = at + 1; next <= last; next += 1) {
    const code = chars.code(next);
    if (code === CLOSE_SQUARE) return hasWord ? { from: at + 1, to: next, end: next + 1 } : null;
    if (code === OPEN_SQUARE || code < 0) return null;
    hasWord ||= !isSpace(code);
    if (isEscape(chars, next)) next += 1;
  }
  return null;
}

/** Labels are the same whatever their case and however their words are spaced. */
export const normaliseLabel = (label: string): string =>
  label
    .replaceAll(/[\t\n\r ]+/gu, ' ')
    .trim()
    .toLowerCase()
    .toUpperCase();
