/** A token of the query, as it stood between spaces. */
interface Word {
  text: string;
  /** With spaces for its punctuation: `rate-limiter` also finds "rate limiter". Empty when nothing changes. */
  spaced: string;
  /** ASCII letters and digits only. Any other word is also matched as a substring. */
  plain: boolean;
  /** Its letters and digits in lower case, without the punctuation between them. */
  parts: string[];
  /** A tsquery for prefix matches, or null when it has no letter or digit. */
  beginnings: string | null;
}

/** A parsed query. Stemming and stop words are left to PostgreSQL. */
export interface SearchTerms {
  whole: string;
  /** Its distinct tokens. */
  texts: string[];
  words: Word[];
  /** The number in `T12` or `#12`. */
  taskNumber: number | null;
  /** Texts to look for when a long text is cut around its hit, the most specific first. */
  needles: string[];
  /** Texts that are marked as substrings. */
  literals: string[];
}

/** Each word costs something per row of the project, so their number is bounded. */
const WORDS_MAX = 24;
const LITERAL_WORDS_MAX = 6;

export function readSearchTerms(query: string): SearchTerms {
  const whole = query.trim();
  const texts = distinct(whole.split(/\s+/u)).slice(0, WORDS_MAX);
  const all = texts.map(readWord);
  const literal = all.filter(({ plain }) => !plain).slice(0, LITERAL_WORDS_MAX);
  return {
    whole,
    texts,
    words: all.filter((word) => word.plain || literal.includes(word)),
    taskNumber: readTaskNumber(texts),
    needles: listNeedles(whole, texts),
    literals: literal.length === 0 ? [] : [whole, ...literal.map(({ text }) => text)],
  };
}

function readWord(text: string): Word {
  const parts = partsOf(text);
  const plain = /^[a-zA-Z0-9]+$/u.test(text);
  return {
    text,
    spaced: plain ? '' : parts.join(' '),
    plain,
    parts,
    beginnings: beginningsOf(parts),
  };
}

const partsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];

/** Only letters, digits and marks are put between the quotes, against tsquery injection. */
function beginningsOf(parts: string[]): string | null {
  return parts.length === 0 ? null : parts.map((part) => `'${part}':*`).join(' & ');
}

function readTaskNumber(texts: string[]): number | null {
  for (const text of texts) {
    const digits = /^[t#]0*(\d{1,9})$/iu.exec(text)?.[1];
    if (digits !== undefined) return Number(digits);
  }
  return null;
}

function listNeedles(whole: string, texts: string[]): string[] {
  const parts = texts.flatMap(partsOf);
  // A word without its ending also matches other forms: "queries" in "query".
  const shortened = parts.filter((part) => part.length > 3).map((part) => part.slice(0, Math.max(3, part.length - 3)));
  return distinct([whole, ...texts, ...parts, ...shortened]);
}

function distinct(texts: string[]): string[] {
  return [...new Map(texts.toReversed().map((text) => [text.toLowerCase(), text])).values()].toReversed();
}
