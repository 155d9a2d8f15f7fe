import type { Doc, Section } from '../reading/document.ts';
import { setsUp } from './sets-up.ts';
import { BUCKETS, type Piece } from './outline.ts';
import { headingTitle } from './cut-title.ts';

export interface PieceList {
  name: string;
  section: Section | null;
  pieces: Piece[];
}

/** A section with more tasks is split by its sub-sections. */
const CROWDED = 14;

/** The document's top sections as lists, in the order of work. */
export function makeLists(doc: Doc, pieces: readonly Piece[]): PieceList[] {
  const lists = new Map<Section | null, Piece[]>();
  for (const piece of pieces) add(lists, topOf(piece.section), piece);
  const parted = [...lists].flatMap(([section, own]) => partCrowd(section, own));
  const whole = joinSingles(doc, parted);
  const { ahead, lists: kept } = takeAhead(whole);
  for (const { section, pieces: own } of kept) {
    // Where parts that count up share the name of the document with others, they are the ones that have an order.
    const areCounted = section === doc.title && own.some(isCounted);
    own.sort((a, b) => (areCounted ? Number(isBeside(a)) - Number(isBeside(b)) : 0) || byOrder(a, b));
  }
  const [first, ...rest] = kept
    .map((list, place) => ({ list, place }))
    .toSorted((a, b) => rankOf(a.list) - rankOf(b.list) || a.place - b.place)
    .map(({ list }) => list);
  return first === undefined ? [] : [{ ...first, pieces: [...ahead, ...first.pieces] }, ...rest];
}

/**
 * Prerequisites come first even if their section comes later: the schema among the technical requirements, the first
 * phase of a roadmap. A section that is mostly such work stays whole.
 */
function takeAhead(lists: PieceList[]): { ahead: Piece[]; lists: PieceList[] } {
  const ahead: Piece[] = [];
  const kept = lists.flatMap((list) => {
    const first = list.pieces.filter(({ bucket }) => bucket === 'first');
    const others = list.pieces.filter(({ bucket }) => bucket !== 'first');
    const isOwnList = first.length === 0 || (first.length > 1 && first.length > others.length);
    if (isOwnList || others.some(({ bucket }) => bucket === 'spine')) return [list];
    ahead.push(...first);
    return others.length === 0 ? [] : [{ ...list, pieces: others }];
  });
  if (kept.length === 0) return { ahead: [], lists };
  ahead.sort((a, b) => Number(setsUp(b.title)) - Number(setsUp(a.title)) || placeOf(a) - placeOf(b));
  return { ahead, lists: kept };
}

function add(lists: Map<Section | null, Piece[]>, section: Section | null, piece: Piece): void {
  const own = lists.get(section);
  if (own === undefined) lists.set(section, [piece]);
  else own.push(piece);
}

/** The top section a section belongs to. */
function topOf(section: Section): Section | null {
  let at = section;
  while (at.parent !== null && !at.parent.isTitle) at = at.parent;
  return at.isTitle || at.heading === '' ? null : at;
}

function partCrowd(section: Section | null, pieces: Piece[]): PieceList[] {
  const list = { name: section === null ? '' : headingTitle(section.heading), section, pieces };
  if (section === null || pieces.length <= CROWDED) return [list];
  const parts = new Map<Section, Piece[]>();
  for (const piece of pieces) {
    let at = piece.section;
    while (at !== section && at.parent !== null && at.parent !== section) at = at.parent;
    const own = parts.get(at);
    if (own === undefined) parts.set(at, [piece]);
    else own.push(piece);
  }
  const isWorth =
    parts.size >= 2 &&
    [...parts.values()].filter((own) => own.length >= 2).length >= 2 &&
    pieces.length / parts.size >= 2;
  if (!isWorth) return [list];
  const lists: PieceList[] = [];
  const rest: Piece[] = [];
  for (const [part, own] of parts)
    if (own.length >= 2 && part !== section)
      lists.push({ name: headingTitle(part.heading), section: part, pieces: own });
    else rest.push(...own);
  return rest.length === 0 ? lists : [{ ...list, pieces: rest }, ...lists];
}

/** Features that are top parts themselves are tasks of one list, under the name of the document. */
function joinSingles(doc: Doc, lists: PieceList[]): PieceList[] {
  const isSingle = ({ section, pieces }: PieceList) =>
    section === null ||
    (pieces.length === 1 &&
      pieces[0]?.section === section &&
      pieces[0].bucket !== 'later' &&
      pieces[0].bucket !== 'quality');
  const singles = lists.filter(isSingle);
  const name = doc.title === null ? '' : headingTitle(doc.title.heading);
  const hasNameless = singles.some(({ section }) => section === null);
  if (!hasNameless && (singles.length < 3 || singles.length * 2 < lists.length)) return lists;
  // Closing work comes after the other lists, not among the features it restates.
  const isJoined = (list: PieceList) =>
    isSingle(list) && (singles.length === lists.length || list.pieces[0]?.bucket !== 'closing');
  const fallback = singles.flatMap(({ pieces }) => pieces)[0]?.title ?? 'Tasks';
  const joined: PieceList = {
    name: name === '' ? fallback : name,
    section: doc.title,
    pieces: lists.filter(isJoined).flatMap(({ pieces }) => pieces),
  };
  const at = lists.findIndex(isJoined);
  const others = lists.filter((list) => !isJoined(list));
  if (joined.pieces.length === 0) return lists;
  return others.toSpliced(Math.min(at, others.length), 0, joined);
}

const rankOf = ({ pieces }: PieceList): number => {
  const ranks = pieces.map(({ bucket }) => BUCKETS.indexOf(bucket));
  const spine = ranks.includes(1);
  // A list that also has features is ordered with them.
  return spine ? 1 : ranks.reduce((least, rank) => Math.min(least, rank), BUCKETS.length);
};

function byOrder(a: Piece, b: Piece): number {
  return (
    bucketRank(a) - bucketRank(b) ||
    Number(a.later) - Number(b.later) ||
    (a.stage ?? 0) - (b.stage ?? 0) ||
    (a.priority ?? 1) - (b.priority ?? 1) ||
    placeOf(a) - placeOf(b)
  );
}

const isCounted = ({ bucket, section }: Piece): boolean => bucket === 'spine' && section.unit !== null;
const isBeside = ({ bucket }: Piece): boolean => bucket === 'other';

/** Within a list, work besides the features keeps its document order. */
const bucketRank = ({ bucket }: Piece): number => BUCKETS.indexOf(bucket === 'other' ? 'spine' : bucket);

const placeOf = ({ checks, section }: Piece): number => checks[0]?.check.start ?? section.start;
