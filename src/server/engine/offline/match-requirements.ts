import type { Requirement } from '#contract/requirement.ts';
import { likeness, normaliseText, wordsOf } from './compare-text.ts';

interface Side {
  index: number;
  id: string;
  text: string;
  path: string;
  words: Set<string>;
}

interface Pair {
  next: Side;
  before: Side;
  score: number;
}

const ALIKE = 0.5;
const ALIKE_IN_PLACE = 0.2;
const SAME_PATH = 0.15;
/** A word that this many requirements share tells none of them apart. */
const COMMON_WORD = 60;

/** Pairs requirements with those of an earlier reading, one to one: same text, then alike text, then same place. */
export function matchRequirements(
  next: readonly (Requirement | null)[],
  previous: readonly Requirement[],
): Map<number, string> {
  const found = new Map<number, string>();
  const left = next.flatMap((requirement, index) => (requirement === null ? [] : [sideOf(requirement, index)]));
  const before = previous.map(sideOf);
  const usedNext = new Set<number>();
  const usedBefore = new Set<number>();
  const join = (a: Side, b: Side) => {
    if (usedNext.has(a.index) || usedBefore.has(b.index)) return;
    usedNext.add(a.index);
    usedBefore.add(b.index);
    found.set(a.index, b.id);
  };
  joinEqual(left, before, ({ path, text }) => `${path}\n\n${text}`, usedNext, usedBefore, join);
  joinEqual(left, before, ({ text }) => text, usedNext, usedBefore, join);
  const open = () =>
    [left.filter(({ index }) => !usedNext.has(index)), before.filter(({ index }) => !usedBefore.has(index))] as const;
  for (const { next: a, before: b } of listAlike(...open())) join(a, b);
  for (const [a, b] of listInPlace(...open())) join(a, b);
  return found;
}

function sideOf({ id, text, heading_path }: Requirement, index: number): Side {
  const normalised = normaliseText(text) || text;
  return { index, id, text: normalised, path: heading_path.map(normaliseText).join('\n'), words: wordsOf(normalised) };
}

function joinEqual(
  next: readonly Side[],
  before: readonly Side[],
  key: (side: Side) => string,
  usedNext: ReadonlySet<number>,
  usedBefore: ReadonlySet<number>,
  join: (a: Side, b: Side) => void,
): void {
  const groups = Map.groupBy(
    before.filter(({ index }) => !usedBefore.has(index)),
    key,
  );
  // Taken from the end of a reversed list: from the front, each would move all that are left.
  for (const group of groups.values()) group.reverse();
  for (const side of next) {
    const first = usedNext.has(side.index) ? undefined : groups.get(key(side))?.pop();
    if (first !== undefined) join(side, first);
  }
}

/** Every pair that is alike enough, the best first; at equal likeness, the one whose order is kept. */
function listAlike(next: readonly Side[], before: readonly Side[]): Pair[] {
  const index = new Map<string, Side[]>();
  for (const side of before)
    for (const word of side.words) {
      const sides = index.get(word);
      if (sides === undefined) index.set(word, [side]);
      else sides.push(side);
    }
  const pairs: Pair[] = [];
  for (const side of next) {
    const candidates = new Set<Side>();
    for (const word of side.words) {
      const sides = index.get(word) ?? [];
      if (sides.length <= COMMON_WORD) for (const candidate of sides) candidates.add(candidate);
    }
    for (const candidate of candidates) {
      const alike = likeness(side.words, candidate.words);
      const score = alike + (candidate.path === side.path ? SAME_PATH : 0);
      if (score >= ALIKE) pairs.push({ next: side, before: candidate, score });
    }
  }
  return pairs.toSorted(
    (a, b) =>
      b.score - a.score ||
      Math.abs(a.next.index - a.before.index) - Math.abs(b.next.index - b.before.index) ||
      a.next.index - b.next.index ||
      a.before.index - b.before.index,
  );
}

/** What is left below the same headings, in order, where as many are left on both sides and they share some words. */
function listInPlace(next: readonly Side[], before: readonly Side[]): [Side, Side][] {
  const groups = Map.groupBy(before, ({ path }) => path);
  return [...Map.groupBy(next, ({ path }) => path)].flatMap(([path, sides]) => {
    const others = groups.get(path) ?? [];
    if (sides.length !== others.length) return [];
    return sides.flatMap((side, i): [Side, Side][] => {
      const other = others[i];
      return other !== undefined && likeness(side.words, other.words) >= ALIKE_IN_PLACE ? [[side, other]] : [];
    });
  });
}
