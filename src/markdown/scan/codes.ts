/** The characters that mean something in Markdown, as UTF-16 units. */
export const TAB = 9;
export const LINE_FEED = 10;
export const SPACE = 32;
export const BANG = 33;
export const QUOTE = 34;
export const HASH = 35;
export const AMPERSAND = 38;
export const APOSTROPHE = 39;
export const OPEN_ROUND = 40;
export const CLOSE_ROUND = 41;
export const STAR = 42;
export const PLUS = 43;
export const DASH = 45;
export const DOT = 46;
export const SLASH = 47;
export const COLON = 58;
export const SEMICOLON = 59;
export const LESS = 60;
export const EQUALS = 61;
export const GREATER = 62;
export const QUESTION = 63;
export const AT = 64;
export const OPEN_SQUARE = 91;
export const BACKSLASH = 92;
export const CLOSE_SQUARE = 93;
export const CARET = 94;
export const UNDERSCORE = 95;
export const BACKTICK = 96;
export const PIPE = 124;
export const TILDE = 126;

export const isDigit = (code: number) => code >= 48 && code <= 57;
export const isLetter = (code: number) => (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
export const isAlphanumeric = (code: number) => isLetter(code) || isDigit(code);
export const isBlank = (code: number) => code === SPACE || code === TAB;
export const isSpace = (code: number) => code === SPACE || code === TAB || code === LINE_FEED;
/** Spaces and what a keyboard cannot show: neither stands in an address. */
export const isControl = (code: number) => (code >= 0 && code <= SPACE) || code === 127;
export const isAsciiPunctuation = (code: number) =>
  (code >= 33 && code <= 47) ||
  (code >= 58 && code <= 64) ||
  (code >= 91 && code <= 96) ||
  (code >= 123 && code <= 126);

const PUNCTUATION = /[\p{P}\p{S}]/u;
const WHITESPACE = /\s/u;
export const isPunctuation = (code: number) =>
  code < 128 ? isAsciiPunctuation(code) : PUNCTUATION.test(String.fromCharCode(code));
/** Both ends of the text count as white space. */
export const isWhitespace = (code: number) =>
  code < 128 ? code < 0 || isSpace(code) || (code >= 11 && code <= 13) : WHITESPACE.test(String.fromCharCode(code));
