import type { Requirement } from '#contract/requirement.ts';
import { type Side, listAlike } from './find-alike.ts';
import { likeness, normaliseText, wordsOf } from './compare-text.ts';

const ALIKE_IN_PLACE = 0.2;
const NO_WORDS = new Set<string>();

/** The comparable form of requirements. */
export function readSides(requirements: readonly Omit<Requirement, 'id'>[]): Side[] {
  // Memoized: most requirements share their headings.
  const paths = new Map<string, string>();
  return requirements.map(({ text, heading_path, author_id }, index) => {
    const raw = heading_path.join('\n');
    const path = paths.get(raw) ?? heading_path.map(normaliseText).join('\n');
    paths.set(raw, path);
    const authorId = author_id?.toUpperCase() ?? '';
    return { index, text: normaliseText(text) || text.trim(), path, authorId, words: NO_WORDS };
  });
}

/**
 * Matches requirements with those of an earlier reading, one to one, by index: equal text, then similar text, then the
 * same place. Author ids only break ties, because authors renumber.
 */
export function matchRequirements(next: readonly Side[], previous: readonly Side[]): Map<number, number> {
  const found = new Map<number, number>();
  const used = new Set<number>();
  const join = (side: Side, other: Side) => {
    if (found.has(side.index) || used.has(other.index)) return;
    found.set(side.index, other.index);
    used.add(other.index);
  };
  joinSame(next, previous, join);
  const sides = next.filter(({ index }) => !found.has(index));
  const others = previous.filter(({ index }) => !used.has(index));
  for (const side of [...sides, ...others]) side.words = wordsOf(side.text);
  for (const [side, other] of listAlike(sides, others)) join(side, other);
  const rest = sides.filter(({ index }) => !found.has(index));
  for (const [side, other] of listInPlace(
    rest,
    others.filter(({ index }) => !used.has(index)),
  ))
    join(side, other);
  return found;
}

type Join = (side: Side, other: Side) => void;

/** Tie-breakers among equal texts, from most specific to document order. */
const TIES: readonly ((side: Side) => string)[] = [
  ({ path, authorId }) => `${path}\n\n${authorId}`,
  ({ path }) => path,
  ({ authorId }) => authorId,
  () => '',
];

function joinSame(next: readonly Side[], previous: readonly Side[], join: Join): void {
  const groups = Map.groupBy(previous, ({ text }) => text);
  for (const [text, sides] of Map.groupBy(next, (side) => side.text)) {
    const others = groups.get(text);
    const [side, other] = [sides[0], others?.[0]];
    if (others === undefined || side === undefined || other === undefined) continue;
    if (sides.length === 1 && others.length === 1) join(side, other);
    else joinTied(sides, others, join);
  }
}

function joinTied(sides: readonly Side[], others: readonly Side[], join: Join): void {
  let [here, there] = [sides, others];
  for (const tie of TIES) {
    const groups = Map.groupBy(there, tie);
    // Reversed and popped, since shift() is linear.
    for (const group of groups.values()) group.reverse();
    here = here.filter((side) => {
      const first = groups.get(tie(side))?.pop();
      if (first !== undefined) join(side, first);
      return first === undefined;
    });
    const left = new Set([...groups.values()].flat());
    there = there.filter((other) => left.has(other));
  }
}

/**
 * What is left below the same headings and shares some words: first where the author calls it the same, then in order,
 * where as many are left on both sides.
 */
function listInPlace(sides: readonly Side[], others: readonly Side[]): [Side, Side][] {
  const groups = Map.groupBy(others, ({ path }) => path);
  return [...Map.groupBy(sides, ({ path }) => path)].flatMap(([path, here]) => {
    const there = groups.get(path) ?? [];
    const named = new Map(there.filter(({ authorId }) => authorId !== '').map((other) => [other.authorId, other]));
    const pairs: [Side, Side | undefined][] = here.map((side) => [side, named.get(side.authorId)]);
    if (here.length === there.length)
      pairs.push(...here.map((side, at): [Side, Side | undefined] => [side, there[at]]));
    return pairs.flatMap(([side, other]): [Side, Side][] =>
      other !== undefined && likeness(side.words, other.words) >= ALIKE_IN_PLACE ? [[side, other]] : [],
    );
  });
}
