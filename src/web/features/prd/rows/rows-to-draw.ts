const ROWS_MAX = 100;
const SPARE = 12;

/**
 * Which rows are in the document: those in sight, some beyond either edge, and always the one with the focus, so that
 * keys go on from there after any amount of scrolling.
 */
export function rowsToDraw(range: { startIndex: number; endIndex: number; count: number }, focused: number): number[] {
  const inSight = range.endIndex - range.startIndex + 1;
  const spare = Math.max(0, Math.min(SPARE, Math.floor((ROWS_MAX - inSight) / 2)));
  const from = Math.max(0, range.startIndex - spare);
  const to = Math.min(range.count - 1, range.endIndex + spare, from + ROWS_MAX);
  const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  if (focused < 0 || focused >= range.count || (focused >= from && focused <= to)) return indexes;
  return focused < from ? [focused, ...indexes] : [...indexes, focused];
}
