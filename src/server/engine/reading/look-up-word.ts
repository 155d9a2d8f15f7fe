import { HEADING_ENDS, HEADING_STEMS, HEADING_WORDS } from './heading-words-text.ts';
import { COMPOUND_FRONTS, GERMANIC_WORDS } from './heading-words-de-nl-text.ts';
import { ROMANCE_WORDS } from './heading-words-fr-es-pt-it-text.ts';
import { SLAVIC_WORDS } from './heading-words-pl-ru-uk-text.ts';
import { OTHER_WORDS } from './heading-words-tr-vi-id-text.ts';
import { CJK } from './cjk.ts';

export type WordClass = keyof typeof HEADING_WORDS;
export type Listed = Exclude<WordClass, 'qualify'>;

/** Case folding that also handles Turkish dotted and dotless i. */
export const foldCase = (text: string) =>
  text.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i').replaceAll('ı', 'i');
/** Accents are often left out: "Metricas". */
const foldMarks = (word: string) =>
  CJK.test(word) || MARKED.has(word) ? word : word.normalize('NFD').replace(/\p{Mn}/gu, '');
/** Words that would mean something else without accents. */
const MARKED = new Set(['présentation', 'résumé', 'terminé']);
/** "d'usage", "l’entretien": the article is no word of the name. */
const ELISION = /^(?:[dlscn]|qu|dell|nell|dall|all|sull)['’](?=\p{L}{2})/u;
/** A word of a name as the lists hold it. */
const keyOf = (word: string) => foldMarks(word.replace(/^[.'’-]+|[.'’-]+$/gu, '').replace(ELISION, ''));

const ENDING_MAX = 4;
const COMPOUND_MIN = 4;
const PHRASE_MAX = 5;

type Classes = Map<string, Set<WordClass>>;
const WORDS: Classes = new Map();
const STEMS: Classes = new Map();
const PHRASES: Classes = new Map();
const entriesOf = (lists: object) => Object.entries(lists) as [WordClass, string][];
const split = (text: string) => foldCase(text).split(/\s+/u).filter(Boolean);

function add(to: Classes, key: string, name: WordClass): void {
  const known = to.get(key);
  if (known === undefined) to.set(key, new Set([name]));
  else known.add(name);
}

for (const lists of [HEADING_WORDS, GERMANIC_WORDS, ROMANCE_WORDS, SLAVIC_WORDS, OTHER_WORDS])
  for (const [name, words] of entriesOf(lists))
    for (const word of split(words))
      if (word.endsWith('~')) add(STEMS, foldMarks(word.slice(0, -1)), name);
      else if (word.includes('_')) add(PHRASES, word.split('_').map(keyOf).join('_'), name);
      else add(WORDS, keyOf(word), name);
for (const [name, stems] of entriesOf(HEADING_STEMS))
  for (const stem of split(stems)) add(STEMS, foldMarks(stem), name);
const ENDS = entriesOf(HEADING_ENDS).flatMap(([name, ends]) =>
  split(ends).map((end) => ({ classes: new Set([name]), end: foldMarks(end) })),
);
const FRONTS = split(COMPOUND_FRONTS).map(foldMarks);

/** The words of a name in the form `lookUp` and `lookUpPhrase` expect. */
export const keysOf = (bare: string): string[] => bare.split(/[\s/&+]+/u).map(keyOf);

/** The classes of one word; null if unknown. */
export function lookUp(key: string): ReadonlySet<WordClass> | null {
  const known = WORDS.get(key) ?? lookUpStem(key);
  if (known !== null || key.length < 5) return known;
  // The head of a German compound is at its end: "Sicherheitsrisiken" are risks.
  const named = ENDS.find(({ end }) => key.length > end.length && key.endsWith(end));
  if (named !== undefined) return named.classes;
  for (const front of FRONTS) {
    const rest = key.length >= front.length + COMPOUND_MIN && key.startsWith(front) ? key.slice(front.length) : '';
    const found = rest === '' ? null : (WORDS.get(rest) ?? lookUpStem(rest));
    if (found !== null) return found;
  }
  return null;
}

function lookUpStem(key: string): ReadonlySet<WordClass> | null {
  for (let cut = 0; cut <= ENDING_MAX && cut < key.length; cut += 1) {
    const known = STEMS.get(key.slice(0, key.length - cut));
    if (known !== undefined) return known;
  }
  return null;
}

/** The longest known phrase at this position: its classes and length. */
export function lookUpPhrase(keys: readonly string[], at: number): [ReadonlySet<WordClass>, number] | null {
  for (let count = Math.min(PHRASE_MAX, keys.length - at); count > 1; count -= 1) {
    const known = PHRASES.get(keys.slice(at, at + count).join('_'));
    if (known !== undefined) return [known, count];
  }
  return null;
}
