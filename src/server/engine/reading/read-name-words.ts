import { PEOPLE } from './heading-patterns.ts';
import { segment } from './segment-terms.ts';
import { CJK } from './cjk.ts';
import { type Listed, type WordClass, keysOf, lookUp, lookUpPhrase } from './look-up-word.ts';

/** The classes of all words of a name; null where one of them is not known. */
export function classesOf(bare: string, isJoined = false): Set<Listed> | null {
  const found = new Set<Listed>();
  const keys = keysOf((isJoined ? bare : closeHangul(bare)).replace(SCRIPTS, ' '));
  for (let at = 0; at < keys.length; at += 1) {
    const phrase = lookUpPhrase(keys, at);
    if (phrase === null) {
      if (!readKey(keys[at] ?? '', found)) return null;
      continue;
    }
    addClasses(phrase[0], found);
    at += phrase[1] - 1;
  }
  if (found.size === 0 && PEOPLE.test(bare)) found.add('context');
  return found.size === 0 ? null : found;
}

/** The classes of each word, or words that belong together, whether or not they only qualify others. */
export function* classesOfParts(words: readonly string[]): Generator<[part: string, classes: Set<Listed>]> {
  const keys = words.flatMap(keysOf);
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] ?? '';
    const phrase = lookUpPhrase(keys, at);
    const found = new Set<Listed>();
    if (phrase === null && CJK.test(key)) segment(key, found);
    else for (const name of phrase?.[0] ?? lookUp(key) ?? []) if (name !== 'qualify') found.add(name);
    yield [key, found];
    if (phrase !== null) at += phrase[1] - 1;
  }
}

/** "API仕様" is two words. */
const SCRIPTS =
  /(?<=[\p{Script=Latin}\p{N}])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])(?=[\p{Script=Latin}\p{N}])/gu;
/** Korean puts spaces between the words of one name; its last word says what it is, as where there are none. */
const closeHangul = (bare: string) => (/^[\p{Script=Hangul}\s]+$/u.test(bare) ? bare.replace(/\s+/gu, '') : bare);

function readKey(key: string, found: Set<Listed>): boolean {
  if (key === '' || /^\d+$/u.test(key)) return true;
  if (CJK.test(key)) return segment(key, found);
  const classes = lookUp(key);
  if (classes !== null) {
    addClasses(classes, found);
    return true;
  }
  // "Backend-API", "Login-Regeln": every part must be known, like words.
  const parts = key.split('-').filter(Boolean);
  return parts.length > 1 && parts.every((part) => readKey(part, found));
}

/** A word that only qualifies may be one of a class as well: "data" in "Data Model". */
function addClasses(classes: ReadonlySet<WordClass>, found: Set<Listed>): void {
  const isQualifier = classes.has('qualify');
  for (const name of classes)
    if (name !== 'qualify' && (!isQualifier || name === 'data' || name === 'quality' || name === 'schedule'))
      found.add(name);
}
