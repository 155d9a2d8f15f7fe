import { ADVERBS, DETERMINERS, PREPOSITIONS } from './word-lists-text.ts';

export const TITLE_LENGTH = 80;

/** Where a sentence can end early and still say something, from the least to the most important rest. */
const CUTS = [
  /\s*\([^()]*\)/gu,
  /,? (?:so that|in order to|because|since|thereby|so (?:they|users|it|the)|to avoid|to ensure|rather than|instead of|even (?:if|when)|unless|except)\b.*$/u,
  /\s*[;—–].*$/u,
  /,? (?:which|where|who|including|such as|e\.g\.|i\.e\.|for example|like|while|without)(?:\s.*)?$/u,
  /,? (?:when|whenever|if|once|after|before|until|using|via)\b.*$/u,
  /,(?! (?:and|or)\b)[^,]*$/u,
];
const LEAST = 18;

/** A title that fits: whole clauses are left out first, then words, never half a word. */
export function fitTitle(text: string, max = TITLE_LENGTH): string {
  let title = text.replace(/\s+/gu, ' ').replace(/[\s.;:,]+$/u, '');
  for (const cut of CUTS) {
    if (title.length <= max) return title;
    const shorter = title.replace(cut, '').trim();
    if (shorter.length >= LEAST) title = shorter;
  }
  return title.length <= max ? title : cutWords(title, max);
}

function cutWords(title: string, max: number): string {
  const space = title.lastIndexOf(' ', max);
  if (space < LEAST) return cutUnspaced(title, max);
  const words = title.slice(0, space).split(' ');
  while (words.length > 3 && isLoose(words.at(-1) ?? '')) words.pop();
  return words.join(' ').replace(/[\s.;:,&–—(-]+$/u, '');
}

/** The name of a list: short, and without the word that led over to what came next. */
export function fitName(text: string, max: number): string {
  const words = fitTitle(text, max).split(' ');
  while (words.length > 2 && isLeading(words.at(-1) ?? '')) words.pop();
  return words.join(' ');
}

const isLeading = (word: string): boolean => DETERMINERS.has(word) || PREPOSITIONS.has(word);

/** A word that promises another. */
function isLoose(word: string): boolean {
  const bare = word.toLowerCase().replace(/[^\p{L}-]/gu, '');
  return bare === '' || DETERMINERS.has(bare) || PREPOSITIONS.has(bare) || ADVERBS.has(bare) || LOOSE.has(bare);
}

const LOOSE = new Set([
  'is',
  'are',
  'be',
  'not',
  'new',
  'its',
  'least',
  'most',
  'their',
  'has',
  'have',
  'was',
  'last',
  'next',
  'ten',
  'first',
  'second',
  'few',
]);

/** Writing without spaces ends at its own punctuation, else after a whole character. */
function cutUnspaced(title: string, max: number): string {
  const head = [...title]
    .slice(0, Math.floor(max * 0.75))
    .join('')
    .slice(0, max - 1);
  const whole = head.isWellFormed() ? head : head.slice(0, -1);
  const stop = Math.max(...['、', '。', '，', '；', ',', ' '].map((mark) => whole.lastIndexOf(mark)));
  return stop >= LEAST ? whole.slice(0, stop) : `${whole}…`;
}
