/** What a person typed, as a pattern that finds it anywhere in a text: signs with a meaning in patterns are letters here. */
export const partPattern = (typed: string) => `%${asLetters(typed)}%`;
const asLetters = (typed: string) => typed.replaceAll(/[\\%_]/g, String.raw`\$&`);

const WORD = /([\p{L}\p{N}]+)/u;

/** Runs of letters and digits: by the letters of these the index knows an address. */
export const wordsOf = (typed: string) => [...new Set(typed.split(WORD).filter((part) => WORD.test(part)))];

/**
 * What the index is asked for: the part, with anything in place of the words that most addresses have. These rule out
 * next to nobody, and the index would read everybody for them. Where nothing else is left, the part as it is.
 */
export function rarePattern(typed: string, common: readonly string[]): string {
  if (wordsOf(typed).every((word) => common.includes(word))) return partPattern(typed);
  const parts = typed.split(WORD).map((part) => (common.includes(part) ? '%' : asLetters(part)));
  return `%${parts.join('')}%`;
}

/** Up to here what is found is counted; nobody pages further. */
export const COUNTED_MAX = 1_000;

/** A part that this share of so many of the newest addresses have is common: a thousand who have it are near. */
export const SAMPLE = 1_000;
export const COMMON_SHARE = 0.1;
/** A word that so many have does not help to find any of them. */
export const WORD_SHARE = 0.5;

/** Too short for the index by groups of three letters. */
export const isShort = (typed: string) => typed.length < 3;

export const pagesOf = (total: number, limit: number) => Math.max(1, Math.ceil(total / limit));
