const ROWS_MAX = 60;
const SPARE = 8;

/**
 * Which rows are in the document: those in sight, some beyond either edge as far as the limit allows, and always the one
 * with the focus, so that keys go on from there after any amount of scrolling.
 */
export function rowsToRender(range: { startIndex: number; endIndex: number; count: number }, focused: number) {
  const inSight = range.endIndex - range.startIndex + 1;
  const spare = Math.max(0, Math.min(SPARE, Math.floor((ROWS_MAX - 1 - inSight) / 2)));
  const from = Math.max(0, range.startIndex - spare);
  const to = Math.min(range.count - 1, range.endIndex + spare);
  const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  if (focused < 0 || focused >= range.count || (focused >= from && focused <= to)) return indexes;
  return focused < from ? [focused, ...indexes] : [...indexes, focused];
}

/** Where to scroll so that the first row still in sight stays where it was after rows came or went above it. */
export function offsetAfter(
  before: readonly { id: string }[],
  indexNow: (id: string) => number | undefined,
  offset: number,
  height: number,
) {
  const first = Math.floor(offset / height);
  const kept = (i: number) => {
    const now = indexNow(before[i]?.id ?? '');
    return now === undefined ? undefined : Math.max(0, offset + (now - i) * height);
  };
  for (let i = first; i < before.length; i += 1) {
    const found = kept(i);
    if (found !== undefined) return found;
  }
  for (let i = Math.min(first, before.length) - 1; i >= 0; i -= 1) {
    const found = kept(i);
    if (found !== undefined) return found;
  }
  return 0;
}
