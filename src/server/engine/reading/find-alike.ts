import { likeness } from './compare-text.ts';

/** A requirement as it is compared. */
export interface Side {
  index: number;
  text: string;
  path: string;
  authorId: string;
  /** Computed lazily, only for what is left after exact matches. */
  words: Set<string>;
}

interface Pair {
  side: Side;
  other: Side;
  score: number;
}

const ALIKE = 0.5;
/** With the same headings a lower similarity suffices. */
const SAME_PATH = 0.15;
/** Breaks ties only. */
const SAME_AUTHOR_ID = 0.05;
/** A word that this many requirements share is not distinctive. */
const COMMON_WORD = 60;
/** Candidates by rarest words first, and how many of them are compared in full. */
const LOOKED_AT = 120;
const COMPARED = 8;
/** So many neighbours are always compared. */
const NEIGHBOURS = 3;

/**
 * Every sufficiently similar pair, best first; ties keep the order. Each requirement is compared with a bounded number
 * of others, so the time is linear in the document and not quadratic.
 */
export function listAlike(sides: readonly Side[], others: readonly Side[]): [Side, Side][] {
  if (sides.length === 0 || others.length === 0) return [];
  const index = indexWords(others);
  const places = Map.groupBy(others, ({ path }) => path);
  const turns = new Map<string, number>();
  const pairs: Pair[] = [];
  for (const side of sides) {
    const turn = turns.get(side.path) ?? 0;
    turns.set(side.path, turn + 1);
    const near = (places.get(side.path) ?? []).slice(Math.max(0, turn - NEIGHBOURS), turn + NEIGHBOURS + 1);
    for (const other of new Set([...sharingWords(side, index), ...near])) {
      const isPlaced = other.path === side.path;
      const score = likeness(side.words, other.words) + (isPlaced ? SAME_PATH : 0);
      const isNamed = side.authorId !== '' && side.authorId === other.authorId;
      if (score >= ALIKE) pairs.push({ side, other, score: score + (isNamed ? SAME_AUTHOR_ID : 0) });
    }
  }
  const distance = ({ side, other }: Pair) => Math.abs(side.index - other.index);
  return pairs
    .toSorted(
      (a, b) =>
        b.score - a.score || distance(a) - distance(b) || a.side.index - b.side.index || a.other.index - b.other.index,
    )
    .map(({ side, other }) => [side, other]);
}

function indexWords(sides: readonly Side[]): Map<string, Side[]> {
  const index = new Map<string, Side[]>();
  for (const side of sides)
    for (const word of side.words) {
      const holders = index.get(word);
      if (holders === undefined) index.set(word, [side]);
      else holders.push(side);
    }
  return index;
}

/** Candidates that share most of its rare words (inverted index). */
function sharingWords(side: Side, index: ReadonlyMap<string, readonly Side[]>): Side[] {
  const lists: (readonly Side[])[] = [];
  for (const word of side.words) {
    const holders = index.get(word);
    if (holders !== undefined && holders.length <= COMMON_WORD) lists.push(holders);
  }
  lists.sort((a, b) => a.length - b.length);
  const shared = new Map<Side, number>();
  let looked = 0;
  for (const holders of lists) {
    if (looked >= LOOKED_AT) break;
    looked += holders.length;
    for (const other of holders) shared.set(other, (shared.get(other) ?? 0) + 1);
  }
  if (shared.size <= COMPARED) return [...shared.keys()];
  return [...shared]
    .toSorted(([a, n], [b, m]) => m - n || Math.abs(a.index - side.index) - Math.abs(b.index - side.index))
    .slice(0, COMPARED)
    .map(([other]) => other);
}
