import type { PieceList } from './make-lists.ts';
import type { Piece } from './outline.ts';

/** Pieces of one list that may become one task: all open, all done, or all for later. */
interface Row {
  list: PieceList;
  pieces: Piece[];
}

/**
 * Reduces a plan to the limit: neighbours of a list are merged, evenly over all lists; nothing is left out. Done, open
 * and deferred work stay separate as long as there is room for one task of each.
 */
export function fitLimit(lists: PieceList[], maxTasks: number): { lists: PieceList[]; merged: number } {
  const count = lists.reduce((sum, { pieces }) => sum + pieces.length, 0);
  if (count <= maxTasks) return { lists, merged: 0 };
  const room = Math.max(1, maxTasks);
  const states = new Set(lists.flatMap(({ pieces }) => pieces.map(stateOf))).size;
  const isRoomForStates = states <= room;
  const rowsOf = (all: readonly PieceList[]): Row[] =>
    all.flatMap((list) =>
      isRoomForStates
        ? [...Map.groupBy(list.pieces, stateOf).values()].map((pieces) => ({ list, pieces }))
        : [{ list, pieces: list.pieces }],
    );
  const kept =
    rowsOf(lists).length > room ? joinLists(lists, Math.floor(room / (isRoomForStates ? states : 1))) : lists;
  const rows = rowsOf(kept);
  let left = room - rows.length;
  const fitted = new Map<PieceList, Piece[]>();
  for (const { list, pieces } of rows) {
    const share = 1 + Math.max(0, Math.min(left, Math.floor(((room - rows.length) * pieces.length) / count)));
    const joined = join(pieces, share);
    left -= joined.length - 1;
    fitted.set(list, [...(fitted.get(list) ?? []), ...joined]);
  }
  const result = kept.map((list) => ({ ...list, pieces: fitted.get(list) ?? [] }));
  return { lists: result, merged: count - result.reduce((sum, { pieces }) => sum + pieces.length, 0) };
}

const stateOf = ({ done, later }: Piece): string => (done ? 'done' : later ? 'later' : 'open');

function joinLists(lists: readonly PieceList[], max: number): PieceList[] {
  const size = Math.ceil(lists.length / Math.max(1, max));
  const joined: PieceList[] = [];
  for (let at = 0; at < lists.length; at += size) {
    const group = lists.slice(at, at + size);
    const [first] = group;
    if (first !== undefined) joined.push({ ...first, pieces: group.flatMap(({ pieces }) => pieces) });
  }
  return joined;
}

function join(pieces: readonly Piece[], share: number): Piece[] {
  const size = Math.ceil(pieces.length / share);
  const joined: Piece[] = [];
  for (let at = 0; at < pieces.length; at += size) {
    const group = pieces.slice(at, at + size);
    const [first] = group;
    if (first === undefined) continue;
    joined.push({
      ...first,
      checks: group.flatMap(({ checks }) => checks),
      done: group.every(({ done }) => done),
      later: group.every(({ later }) => later),
    });
  }
  return joined;
}
