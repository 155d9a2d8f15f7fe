import { likeness, normaliseText, wordsOf } from '../reading/compare-text.ts';
import type { Section } from '../reading/document.ts';
import { headingTitle } from './cut-title.ts';
import { isScheduled } from './find-schedule.ts';
import type { Piece } from './outline.ts';
import { WHOLE_MAX } from './split-section.ts';
import { PLAIN_WORDS, countShared, titleWords } from './title-words.ts';

/** Remaining units with fewer checks are merged into one task. */
const OWN_MIN = 3;
const REST_MAX = 16;
/** So many matching names make it a restatement of the same breakdown. */
const SURE_MIN = 3;
const SAME = 0.8;
const SAME_WORDS_MIN = 4;
/** Bounds the number of title comparisons. */
const COMPARED_MAX = 40_000;

interface Pair {
  piece: Piece;
  home: Piece | null;
}

/**
 * Merges a second breakdown into the features it restates: where most units of a section are named like features, each
 * is merged into its namesake, and small remaining ones become one task under the section's heading.
 */
export function pairFamilies(all: readonly Piece[]): Piece[] {
  const pieces = joinNamesakes(all);
  const features = pieces.filter(({ bucket, later }) => bucket === 'spine' && !later);
  if (features.length < 2 || features.length * pieces.length > COMPARED_MAX) return pieces;
  const homes = new Set(features.map(({ section }) => topOf(section)));
  const groups = Map.groupBy(
    pieces.filter((piece) => canPair(piece)),
    ({ section }) => partOf(section, homes),
  );
  const gone = new Set<Piece>();
  const closing: Piece[] = [];
  const words = features.map((piece) => ({ piece, words: nameWords(piece.title) }));
  for (const [part, group] of groups) {
    const pairs = group.map((piece) => findHome(piece, words));
    const sure = pairs.filter(({ home }) => home !== null).length;
    if (sure < 2 || sure * 2 < group.length || (sure < SURE_MIN && sure < group.length)) continue;
    const left = pairs.filter((pair) => !giveOver(pair)).map(({ piece }) => piece);
    const small = left.filter(({ checks }) => checks.length < OWN_MIN);
    const joined = joinRest(part, small);
    const kept = new Set(joined === null ? left : left.filter(({ checks }) => checks.length >= OWN_MIN));
    for (const piece of group) if (!kept.has(piece)) gone.add(piece);
    for (const piece of kept) piece.bucket = 'closing';
    if (joined !== null) closing.push(joined);
  }
  return [...pieces.filter((piece) => !gone.has(piece)), ...closing];
}

/** Two sections of the same name, one of them a feature, become one task if that is not too large. */
function joinNamesakes(pieces: readonly Piece[]): Piece[] {
  const features = new Map<string, Piece>();
  for (const piece of pieces)
    if (piece.bucket === 'spine' && !piece.later) features.set(normaliseText(piece.title), piece);
  return pieces.filter((piece) => {
    const home = features.get(normaliseText(piece.title));
    const isOther = home !== undefined && home.section !== piece.section && home.done === piece.done;
    return !(isOther && canPair(piece) && giveOver({ piece, home }));
  });
}

/** A schedule is not merged: its units are periods, whatever their names. */
const canPair = ({ bucket, section, later }: Piece): boolean =>
  !later && (bucket === 'other' || bucket === 'closing') && !isScheduled(section);

function topOf(section: Section): Section {
  let at = section;
  while (at.parent !== null && !at.parent.isTitle) at = at.parent;
  return at;
}

/** The part of the document it belongs to; beside the features, the part within theirs. */
function partOf(section: Section, homes: ReadonlySet<Section>): Section {
  const top = topOf(section);
  if (!homes.has(top)) return top;
  let at = section;
  while (at !== top && at.parent !== null && at.parent !== top) at = at.parent;
  return at;
}

/** The one feature whose title shares two words with it, or holds all of its own. */
function findHome(piece: Piece, features: readonly { piece: Piece; words: Set<string> }[]): Pair {
  const own = nameWords(piece.title);
  let best: { piece: Piece; shared: number; like: number } | null = null;
  let isTied = false;
  for (const { piece: feature, words } of features) {
    const shared = countShared(own, words);
    const isSure =
      (shared >= 2 && shared * 2 >= Math.min(own.size, words.size)) ||
      (shared > 0 && shared === own.size) ||
      (shared === 1 && words.size === 1 && isTelling(words));
    if (!isSure || feature.done !== piece.done) continue;
    const like = likeness(own, words);
    const isBetter = best === null || shared > best.shared || (shared === best.shared && like > best.like);
    isTied = !isBetter && (isTied || (shared === best?.shared && like === best.like));
    if (isBetter) best = { piece: feature, shared, like };
  }
  return { piece, home: isTied ? null : (best?.piece ?? null) };
}

/** A whole word, not one as short as "game" or "file". */
const isTelling = (words: ReadonlySet<string>): boolean => [...words].every(({ length }) => length >= TELLING);
const TELLING = 5;

/** Without what only says that it is a part of a system. */
const nameWords = (title: string): Set<string> => titleWords(title.replace(PLAIN_WORDS, ' '));

/** Returns false where the feature would become too large. */
function giveOver({ piece, home }: Pair): boolean {
  if (home === null || home.checks.length + piece.checks.length > WHOLE_MAX) return false;
  const known = home.checks.map((each) => ({ each, words: wordsOf(normaliseText(each.check.text)) }));
  for (const { check, also } of piece.checks) {
    const words = wordsOf(normaliseText(check.text));
    const same =
      words.size < SAME_WORDS_MIN
        ? undefined
        : known.find(({ each, words: other }) => each.check.done === check.done && likeness(words, other) >= SAME);
    if (same === undefined) home.checks.push({ check, also });
    else same.each.also.push(check, ...also);
  }
  return true;
}

function joinRest(part: Section, rest: readonly Piece[]): Piece | null {
  const [first] = rest;
  const checks = rest.flatMap((piece) => piece.checks);
  if (first === undefined || rest.length < 2 || checks.length > REST_MAX) return null;
  if (rest.some(({ done }) => done !== first.done)) return null;
  return { ...first, title: headingTitle(part.heading), section: part, checks, bucket: 'closing' };
}
