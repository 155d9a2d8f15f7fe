import type { Editing, KnownRequirement } from '../tree/open-editing.ts';
import { noRequirement } from '../prd/make-origin.ts';

/** Lines that stand no further apart than this are quoted as one piece. */
const GAP = 3;

/** What a task answers, each a requirement of the PRD, and the lines to quote to whoever does it. */
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

/** The first piece of the document they stand on: far apart, all between them would be quoted as well. */
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
