import { likeness, normaliseText, wordsOf } from '../reading/compare-text.ts';
import type { Section } from '../reading/document.ts';
import type { Check } from '../reading/find-checks.ts';
import { isStory } from '../reading/judge-words.ts';
import { isScheduled, stageOf } from './find-schedule.ts';
import { type Piece, type Spine, isWithin, nearestNamed } from './outline.ts';
import { PLAIN_WORDS, countShared, titleWords } from './title-words.ts';

const SAME = 0.8;
const SAME_WORDS_MIN = 4;
/** Bounds the comparisons; beyond it the document is not searched for repetitions. */
const COMPARED_MAX = 400_000;
/** A word in so many titles is not distinctive. */
const SHARING_MAX = 100;

/** Flat lists that restate the features: stories, requirements, acceptance criteria, a schedule. */
export function isRestating(section: Section, own: readonly Check[], spine: Spine): boolean {
  if (section.isTitle || isWithin(section, spine.units) || spine.itemSections.has(section)) return false;
  if (nearestNamed(section, ['quality', 'data', 'setup', 'later', 'limit']) !== null) return false;
  if (nearestNamed(section, ['restate']) !== null) return true;
  if (isInSpineStage(section, spine)) return false;
  if (isScheduled(section)) return true;
  const stories = own.filter(({ text }) => isStory(text)).length;
  if (own.length > 0 && stories * 2 > own.length) return true;
  const ids = own.filter(({ authorId }) => authorId !== null).length;
  return ids * 2 > own.length || (ids >= IDS_MIN && ids * 3 > own.length) || isScope(section);
}

function isScope(section: Section): boolean {
  for (let at: Section | null = section; at !== null && !at.isTitle; at = at.parent)
    if (at.unit === null && SCOPE.test(at.heading.slice(0, NAME_MAX).replace(/[(（[].*$/u, ''))) return true;
  return false;
}

const NAME_MAX = 120;

/** So many ids make a list of requirements, though some of them have points below. */
const IDS_MIN = 3;
const SCOPE = /(?<!\p{L})(?:scope|mvp|umfang|alcance|escopo|périmètre)(?!\p{L})/iu;

/** A phase beside those that hold the features. */
export function isInSpineStage(section: Section, { stageHomes }: Spine): boolean {
  const stage = stageHomes.size === 0 ? null : stageOf(section);
  return stage !== null && stageHomes.has(stage.parent);
}

interface Feature {
  piece: Piece;
  words: Set<string>;
}

/**
 * Assigns restatements: a line nearly equal to a feature's check becomes its second source, one with all words of
 * exactly one feature's title becomes a check of it. Returns the rest.
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
    const home = same === undefined ? homeOf(check, features)?.piece : same.piece;
    if (home === undefined) {
      left.push(check);
      continue;
    }
    const stage = stageOf(check.section);
    if (stage !== null) home.stage = Math.min(home.stage ?? stage.index, stage.index);
    const [first] = home.checks;
    if (same !== undefined) same.each.also.push(check);
    else if (first !== undefined && isPointer(check, home)) first.also.push(check);
    else home.checks.push({ check, also: [] });
  }
  return left;
}

/** A line that says only a feature's title would be redundant. */
function isPointer({ text }: Check, { title }: Piece): boolean {
  const own = titleWords(title);
  return [...titleWords(text.replace(PLAIN_WORDS, ' '))].every((word) => own.has(word) || /^\d/u.test(word));
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
  const bare = titleWords(
    check.section.heading
      .slice(0, NAME_MAX)
      .replace(COUNTER, '')
      .replace(/[(（[].*$/u, ''),
  );
  let home: Feature | undefined;
  for (const feature of listSharing(index, [...words, ...heading])) {
    const { piece, words: own } = feature;
    if (piece.done !== check.done || piece.later) continue;
    const isNamed = isAll(own, words) && (own.size >= 2 || check.text.length < 80);
    // A sub-section named like a feature is assigned as a whole.
    const isNamesake = own.size === 1 && bare.size === 1 && isAll(own, bare);
    if (!isNamed && !isNamesake && (own.size < 2 || countShared(own, heading) < 2)) continue;
    if (home !== undefined) return undefined;
    home = feature;
  }
  return home;
}

/** "Phase 2:" in front of what the phase is called by. */
const COUNTER = /^\p{L}{1,20}\s*\d{1,3}\s*[:–—-]\s*/u;

const isAll = (own: ReadonlySet<string>, words: ReadonlySet<string>) => countShared(own, words) === own.size;
