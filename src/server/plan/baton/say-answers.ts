import type { Editing, KnownRequirement } from '../tree/open-editing.ts';
import { noRequirement } from '../prd/make-origin.ts';

/** Lines at most this far apart are quoted as one piece. */
const GAP = 3;

/** The requirements a task covers, and the lines to quote in its brief. */
export function answersOf(
  editing: Pick<Editing, 'requirements'>,
  named: readonly string[] = [],
): { ids: string[]; lines: { start: number; end: number } | null } {
  const ids = [...new Set(named)];
  const found = ids.map((id) => {
    const known = editing.requirements.get(id);
    if (known === undefined) throw noRequirement(id);
    return known;
  });
  return { ids, lines: firstPiece(found) };
}

/** The first piece only: where pieces are far apart, one range would quote everything between them as well. */
function firstPiece(found: readonly KnownRequirement[]): { start: number; end: number } | null {
  const [first, ...others] = found.toSorted((a, b) => a.start - b.start || a.end - b.end);
  if (first === undefined) return null;
  let { end } = first;
  for (const each of others) {
    if (each.start > end + GAP) break;
    end = Math.max(end, each.end);
  }
  return { start: first.start, end };
}
