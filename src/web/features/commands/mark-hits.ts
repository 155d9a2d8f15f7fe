export interface Part {
  text: string;
  hit: boolean;
}

export const wordsOf = (query: string) => query.toLowerCase().split(/\s+/).filter(Boolean);

/** Splits a text at the matches, so that they can be highlighted. */
export function markHits(text: string, words: readonly string[]): Part[] {
  if (words.length === 0) return [{ text, hit: false }];
  const longestFirst = words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  const parts = text.split(new RegExp(`(${longestFirst.join('|')})`, 'iu'));
  return parts.map((part, i) => ({ text: part, hit: i % 2 === 1 })).filter((part) => part.text !== '');
}
