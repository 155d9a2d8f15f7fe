import type { Reading } from '#contract/requirement.ts';
import { type PrdRow, tokensOf } from './number-lines.ts';
import { ownLines } from './own-lines.ts';
import type { Range } from './read-ranges.ts';

interface Wanted {
  ranges: readonly Range[];
  sections: readonly number[];
  reading: Reading;
  room: number;
}

/**
 * These sections in full, their ancestors' headings, and the constraints of the whole document. If that is too much:
 * the lines in question first, then their sections, then the constraints.
 */
export function pickRows(rows: readonly PrdRow[], { ranges, sections, reading, room }: Wanted): PrdRow[] {
  const isOwn = ownLines(
    ranges.map((range) => ({ ...range, by: true })),
    rows.at(-1)?.line ?? 0,
  );
  const inFull = new Set(sections);
  const above = new Set<number>();
  for (const section of inFull)
    for (let at = reading.sections[section]?.parent ?? null; at !== null; at = reading.sections[at]?.parent ?? null)
      above.add(at);
  const rank = ({ line, section, isHeading, role }: PrdRow): number | undefined => {
    if (isOwn[line]) return 0;
    if (inFull.has(section) || (isHeading && above.has(section))) return 1;
    return role === 'limit' ? 2 : undefined;
  };
  const ranked = rows.flatMap((row) => {
    const at = rank(row);
    return at === undefined ? [] : [{ row, at }];
  });
  let tokens = 0;
  return ranked
    .toSorted((a, b) => a.at - b.at)
    .map(({ row }) => row)
    .filter((row) => {
      tokens += tokensOf(row);
      return tokens <= room;
    })
    .toSorted((a, b) => a.line - b.line);
}
