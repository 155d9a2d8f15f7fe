const ROWS_MAX = 100;
const OVERSCAN = 12;

/**
 * Window of rendered rows: the visible ones, overscan on both sides, and always the focused row, because unmounting it
 * would lose the focus.
 */
export function rowsToDraw(range: { startIndex: number; endIndex: number; count: number }, focused: number): number[] {
  const visible = range.endIndex - range.startIndex + 1;
  const overscan = Math.max(0, Math.min(OVERSCAN, Math.floor((ROWS_MAX - visible) / 2)));
  const from = Math.max(0, range.startIndex - overscan);
  const to = Math.min(range.count - 1, range.endIndex + overscan, from + ROWS_MAX);
  const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  if (focused < 0 || focused >= range.count || (focused >= from && focused <= to)) return indexes;
  return focused < from ? [focused, ...indexes] : [...indexes, focused];
}
