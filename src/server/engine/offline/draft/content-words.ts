import { VERBS, words } from '../titles/verbs-text.ts';
import { ADVERBS, DETERMINERS, PREPOSITIONS, SYSTEMS } from '../titles/word-lists-text.ts';

const EMPTY = words(`
  must shall should will can could may might would not never is are be been being was were has have had do does done able
  it they them we he she i you more most less least than then there here also very new same other such own if else only
  just each up down out off about above below first last next well good better e.g i.e etc need needs way case thing
  things user users admin admins people person anyone everyone team staff part number set list name type using used use possible required
`);

/** The words that say what a text is about, by stem, each with the form it first has. */
export function contentWords(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const word of text.match(/\p{L}[\p{L}\p{N}-]+/gu) ?? []) {
    const lower = word.toLowerCase();
    if (isEmpty(lower)) continue;
    const stem = stemOf(lower);
    if (!found.has(stem)) found.set(stem, word);
  }
  return found;
}

/** A verb, or a word that only holds others together. */
const isEmpty = (word: string): boolean => isSmallWord(word) || (VERBS.has(word) && !KEPT.has(word));

/** A word that says nothing about the subject of a text. */
export function isSmallWord(word: string): boolean {
  if (word.length < 3 && !/^(?:ui|db|ci|ai|os|id)$/u.test(word)) return true;
  const isGlue = DETERMINERS.has(word) || PREPOSITIONS.has(word) || ADVERBS.has(word);
  return isGlue || EMPTY.has(word) || SYSTEMS.has(word);
}

/** Verbs that are nouns when a requirement is about them. */
const KEPT = words(`
  account invoice order report message comment project plan note record document file page image log import export
  search filter backup release schedule budget review price stock map cache index queue profile group link tag
  alert model route sample signal test token transfer upload download version payment
`);

/** Enough to bring singular and plural together. */
export function stemOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:s|x|z|ch|sh)es$/u.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !/(?:ss|us|is)$/u.test(word)) return word.slice(0, -1);
  return word;
}
