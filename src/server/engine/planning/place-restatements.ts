import { likeness, normaliseText, wordsOf } from '../reading/compare-text.ts';
import type { Section } from '../reading/document.ts';
import type { Check } from '../reading/find-checks.ts';
import { isStory } from '../reading/judge-words.ts';
import { type Piece, type Spine, isWithin, nearestNamed } from './outline.ts';

const SAME = 0.8;
const SAME_WORDS_MIN = 4;
/** Beyond this many comparisons a document is not searched for repetitions any more. */
const COMPARED_MAX = 400_000;
/** A word of so many titles tells none of them apart. */
const SHARING_MAX = 100;

const STOP = new Set(
  'the and for with from into that this are can will must should user users system app page screen view feature features management support data und der die das für mit des les pour avec del los para con que uma com dos das 的 和'.split(
    ' ',
  ),
);

/** Flat lists beside the spine that say its features again: stories, a list of requirements, acceptance, a schedule. */
export function isRestating(section: Section, own: readonly Check[], spine: Spine): boolean {
  if (isWithin(section, spine.units) || spine.itemSections.has(section)) return false;
  if (nearestNamed(section, ['quality', 'data', 'setup', 'later', 'limit']) !== null) return false;
  if (nearestNamed(section, ['restate', 'schedule']) !== null) return true;
  const stories = own.filter(({ text }) => isStory(text)).length;
  if (own.length > 0 && stories * 2 > own.length) return true;
  const ids = own.filter(({ authorId }) => authorId !== null).length;
  return (
    (own.length > 0 && ids * 2 > own.length) || /scope|mvp|umfang|alcance|escopo|périmètre/iu.test(section.heading)
  );
}

interface Feature {
  piece: Piece;
  words: Set<string>;
}

/**
 * Puts what is said again where it belongs: a line that is nearly a feature's check becomes that check's second source, one
 * that holds all words of exactly one feature's title becomes a check of it. Answers what stays where it was.
 */
export function placeRestatements(checks: readonly Check[], pieces: readonly Piece[]): Check[] {
  const features = indexFeatures(pieces);
  const planned = pieces.flatMap((piece) =>
    piece.checks.map((each) => ({ piece, each, words: wordsOf(normaliseText(each.check.text)) })),
  );
  let compared = 0;
  const left: Check[] = [];
  for (const check of checks) {
    if (check.later) {
      left.push(check);
      continue;
    }
    const words = wordsOf(normaliseText(check.text));
    const same =
      words.size < SAME_WORDS_MIN || compared > COMPARED_MAX
        ? undefined
        : planned.find(({ each, words: other }) => {
            compared += 1;
            return (
              each.check.done === check.done && Math.abs(other.size - words.size) <= 4 && likeness(words, other) >= SAME
            );
          });
    if (same !== undefined) {
      same.each.also.push(check);
      continue;
    }
    const home = homeOf(check, features);
    if (home === undefined) left.push(check);
    else home.piece.checks.push({ check, also: [] });
  }
  return left;
}

type FeatureIndex = ReadonlyMap<string, readonly Feature[]>;

function indexFeatures(pieces: readonly Piece[]): FeatureIndex {
  const index = new Map<string, Feature[]>();
  for (const piece of pieces) {
    const words = titleWords(piece.title);
    for (const word of words) {
      const known = index.get(word);
      if (known === undefined) index.set(word, [{ piece, words }]);
      else if (known.length < SHARING_MAX) known.push({ piece, words });
    }
  }
  return index;
}

/** Features with one of these words in their title, each once. */
const listSharing = (index: FeatureIndex, words: readonly string[]): Feature[] => [
  ...new Map(words.flatMap((word) => index.get(word) ?? []).map((feature) => [feature.piece, feature])).values(),
];

function homeOf(check: Check, index: FeatureIndex): Feature | undefined {
  const words = new Set(titleWords(check.text));
  const heading = titleWords(check.section.heading);
  let home: Feature | undefined;
  for (const feature of listSharing(index, [...words, ...heading])) {
    const { piece, words: own } = feature;
    if (piece.done !== check.done || piece.later) continue;
    const isNamed = isAll(own, words) && (own.size >= 2 || check.text.length < 80);
    // A sub-section that is called like a feature goes over whole.
    if (!isNamed && (own.size < 2 || countShared(own, heading) < 2)) continue;
    if (home !== undefined) return undefined;
    home = feature;
  }
  return home;
}

function titleWords(text: string): Set<string> {
  const kept = normaliseText(text)
    .split(' ')
    .filter((word) => word.length > 2 && !STOP.has(word))
    .join(' ');
  return wordsOf(kept === '' ? '' : kept);
}

const isAll = (own: ReadonlySet<string>, words: ReadonlySet<string>) => countShared(own, words) === own.size;

function countShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared += 1;
  return shared;
}
