const ROWS_MAX = 60;
const OVERSCAN = 8;

/**
 * Window of rendered rows: the visible ones, overscan on both sides up to a limit, and always the focused row, because
 * unmounting it would lose the focus.
 */
export function rowsToRender(range: { startIndex: number; endIndex: number; count: number }, focused: number) {
  const visible = range.endIndex - range.startIndex + 1;
  const overscan = Math.max(0, Math.min(OVERSCAN, Math.floor((ROWS_MAX - 1 - visible) / 2)));
  const from = Math.max(0, range.startIndex - overscan);
  const to = Math.min(range.count - 1, range.endIndex + overscan);
  const indexes = Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
  if (focused < 0 || focused >= range.count || (focused >= from && focused <= to)) return indexes;
  return focused < from ? [focused, ...indexes] : [...indexes, focused];
}

/** Scroll anchoring: keeps the first surviving visible row in place after rows changed above it. */
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
