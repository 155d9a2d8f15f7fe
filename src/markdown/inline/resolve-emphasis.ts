import type { Work } from '../scan/characters.ts';
import { TILDE } from '../scan/codes.ts';
import { DEPTH_MAX, type Delimiter, type Nodes, type Piece, finished, joinPieces } from './piece.ts';

interface Opener {
  delimiter: Delimiter;
  /** Its place among the pieces written so far. */
  at: number;
  /** Grows from opener to opener, so that a bound stays true when openers below it are gone. */
  id: number;
}

/**
 * Pairs runs of `*`, `_` and `~` by CommonMark's rules. A search that found nothing is not made again: the bound below
 * which there is nothing is kept for each kind of closing run, so the steps are linear in the number of runs.
 */
export function resolveEmphasis(pieces: readonly Piece[], work: Work): Nodes {
  const written: Piece[] = [];
  const openers: Opener[] = [];
  const bounds = new Map<number, number>();
  let ids = 0;

  const findOpener = (closer: Delimiter): number => {
    const kind = kindOf(closer);
    const bound = bounds.get(kind) ?? 0;
    for (let index = openers.length - 1; index >= 0; index -= 1) {
      work.visits += 1;
      const opener = openers[index];
      if (opener === undefined || opener.id <= bound) break;
      if (matches(opener.delimiter, closer)) return index;
    }
    bounds.set(kind, openers.at(-1)?.id ?? bound);
    return -1;
  };

  const close = (closer: Delimiter): void => {
    while (closer.length > 0) {
      const index = findOpener(closer);
      const opener = openers[index];
      if (opener === undefined) return;
      const size = closer.code === TILDE ? closer.length : Math.min(2, closer.length, opener.delimiter.length);
      const inside = written.splice(opener.at + 1);
      work.visits += inside.length;
      const { nodes, height } = joinPieces(inside);
      // What stands between the two can pair with nothing outside of them.
      openers.length = index + 1;
      if (height >= DEPTH_MAX) {
        for (const piece of inside) written.push(piece);
        // Whatever opened before it would hold it too, and be as deep.
        openers.length = 0;
        return;
      }
      closer.length -= size;
      opener.delimiter.length -= size;
      const type = closer.code === TILDE ? 'delete' : size === 2 ? 'strong' : 'emphasis';
      if (opener.delimiter.length === 0) {
        written.pop();
        openers.pop();
      }
      written.push(finished({ type, children: nodes }, height + 1));
    }
  };

  for (const piece of pieces) {
    work.visits += 1;
    if (piece.type === 'delimiter') {
      if (piece.canClose) close(piece);
      if (piece.length === 0) continue;
      if (piece.canOpen) openers.push({ delimiter: piece, at: written.length, id: (ids += 1) });
    }
    written.push(piece);
  }
  return joinPieces(written);
}

/** Closing runs of one kind find the same openers. */
function kindOf({ code, length, written, canOpen }: Delimiter): number {
  const size = code === TILDE ? length : (written % 3) + (canOpen ? 3 : 0);
  return code * 8 + size;
}

function matches(opener: Delimiter, closer: Delimiter): boolean {
  if (opener.code !== closer.code) return false;
  if (closer.code === TILDE) return opener.length === closer.length;
  const isEitherBoth = opener.canClose || closer.canOpen;
  return !isEitherBoth || closer.written % 3 === 0 || (opener.written + closer.written) % 3 !== 0;
}
