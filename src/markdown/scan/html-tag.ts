import type { Characters } from './characters.ts';
import {
  APOSTROPHE,
  BACKTICK,
  COLON,
  DASH,
  DOT,
  EQUALS,
  GREATER,
  LESS,
  QUOTE,
  SLASH,
  UNDERSCORE,
  isAlphanumeric,
  isLetter,
  isSpace,
} from './codes.ts';

const isTagName = (code: number) => isAlphanumeric(code) || code === DASH;
const startsAttribute = (code: number) => isLetter(code) || code === UNDERSCORE || code === COLON;
const isAttributeName = (code: number) => startsAttribute(code) || isTagName(code) || code === DOT;
const isBareValue = (code: number) =>
  code >= 0 &&
  !isSpace(code) &&
  code !== QUOTE &&
  code !== APOSTROPHE &&
  code !== EQUALS &&
  code !== LESS &&
  code !== GREATER &&
  code !== BACKTICK;

export const scanTagName = (chars: Characters, at: number, end = chars.length): number =>
  isLetter(chars.code(at)) ? chars.skip(at, isTagName, end) : at;

/** Where an opening or closing HTML tag that begins at `at` ends; -1 when there is none. */
export function scanTag(chars: Characters, at: number, end = chars.length): number {
  const isClosing = chars.code(at + 1) === SLASH;
  const from = at + (isClosing ? 2 : 1);
  let next = scanTagName(chars, from, end);
  if (next === from) return -1;
  if (!isClosing) next = scanAttributes(chars, next, end);
  if (next < 0) return -1;
  next = chars.skip(next, isSpace, end);
  if (!isClosing && chars.code(next) === SLASH) next += 1;
  return next < end && chars.code(next) === GREATER ? next + 1 : -1;
}

function scanAttributes(chars: Characters, at: number, end: number): number {
  let next = at;
  for (;;) {
    const name = chars.skip(next, isSpace, end);
    if (name === next || name >= end || !startsAttribute(chars.code(name))) return next;
    next = chars.skip(name, isAttributeName, end);
    const equals = chars.skip(next, isSpace, end);
    if (equals >= end || chars.code(equals) !== EQUALS) continue;
    next = scanValue(chars, chars.skip(equals + 1, isSpace, end), end);
    if (next < 0) return -1;
  }
}

function scanValue(chars: Characters, at: number, end: number): number {
  const quote = at < end ? chars.code(at) : -1;
  if (quote !== QUOTE && quote !== APOSTROPHE) {
    const after = chars.skip(at, isBareValue, end);
    return after === at ? -1 : after;
  }
  const close = chars.skip(at + 1, (code) => code !== quote, end);
  return close < end ? close + 1 : -1;
}
