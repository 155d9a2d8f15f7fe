/** A text as it is compared: letters and digits only, in one case and one form. */
export function normaliseText(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

const ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
/** Words of a long text beyond these say nothing new about which one it is. */
const WORDS_MAX = 200;

/** The words a text is known by, shortened to their stems; pairs of characters where no spaces part the words. */
export function wordsOf(normalised: string): Set<string> {
  const words = new Set<string>();
  for (const word of normalised.slice(0, 4_000).split(' ')) {
    if (words.size >= WORDS_MAX) break;
    if (ASIAN.test(word)) for (let i = 0; i + 1 < word.length; i += 1) words.add(word.slice(i, i + 2));
    else if (word !== '') words.add(word.length > 5 ? word.slice(0, 5) : word);
  }
  return words;
}

/** How alike two sets of words are, from 0 to 1: shared words, twice, among all of both. */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return (2 * shared) / (a.size + b.size);
}

/** 32 bits of a text, as 8 hexadecimal digits: FNV-1a, mixed once more so that short texts spread as well. */
export function hashText(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash ^= hash >>> 13;
  return (hash >>> 0).toString(16).padStart(8, '0');
}
