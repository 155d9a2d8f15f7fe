import type { PieceList } from './make-lists.ts';
import type { Piece } from './outline.ts';

/** Brings a plan down to so many tasks: neighbours of a list are put together, evenly over all lists; nothing is left out. */
export function fitLimit(lists: PieceList[], maxTasks: number): { lists: PieceList[]; merged: number } {
  const count = lists.reduce((sum, { pieces }) => sum + pieces.length, 0);
  if (count <= maxTasks) return { lists, merged: 0 };
  const kept = lists.length > maxTasks ? joinLists(lists, maxTasks) : lists;
  const room = Math.max(1, maxTasks);
  let left = room - kept.length;
  const fitted = kept.map((list) => {
    const share = 1 + Math.max(0, Math.min(left, Math.floor(((room - kept.length) * list.pieces.length) / count)));
    const pieces = join(list.pieces, share);
    left -= pieces.length - 1;
    return { ...list, pieces };
  });
  return { lists: fitted, merged: count - fitted.reduce((sum, { pieces }) => sum + pieces.length, 0) };
}

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
