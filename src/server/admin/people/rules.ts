/** A LIKE pattern for "contains", with the wildcards of the typed text escaped. */
export const partPattern = (typed: string) => `%${asLetters(typed)}%`;
const asLetters = (typed: string) => typed.replaceAll(/[\\%_]/g, String.raw`\$&`);

const WORD = /([\p{L}\p{N}]+)/u;

/** Runs of letters and digits: pg_trgm extracts trigrams from these. */
export const wordsOf = (typed: string) => [...new Set(typed.split(WORD).filter((part) => WORD.test(part)))];

/**
 * The pattern for the trigram index: words that most addresses contain are replaced by a wildcard, because their
 * trigrams select nearly the whole index. If nothing else is left, the pattern stays as it is.
 */
export function rarePattern(typed: string, common: readonly string[]): string {
  if (wordsOf(typed).every((word) => common.includes(word))) return partPattern(typed);
  const parts = typed.split(WORD).map((part) => (common.includes(part) ? '%' : asLetters(part)));
  return `%${parts.join('')}%`;
}

/** Matches are counted up to this number; pagination ends there. */
export const COUNTED_MAX = 1_000;

/**
 * A pattern that this share of so many of the newest addresses match is common: scanning in order then finds a page
 * early.
 */
export const SAMPLE = 1_000;
export const COMMON_SHARE = 0.1;
/** A word that this share of the sample contains is not selective. */
export const WORD_SHARE = 0.5;

/** Shorter than a trigram, so the index cannot help. */
export const isShort = (typed: string) => typed.length < 3;

export const pagesOf = (total: number, limit: number) => Math.max(1, Math.ceil(total / limit));
