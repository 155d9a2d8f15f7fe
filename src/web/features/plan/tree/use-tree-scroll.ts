import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { currentId } from '#web/lib/live/new-rows.ts';
import { offsetAfter, rowsToRender } from './render-window.ts';
import type { TreeRows } from './use-tree-rows.ts';

export const TREE_PADDING = 4;

/** Only the rows in sight are drawn. Rows that come or go above them do not move them; a new filter starts at the top. */
export function useTreeScroll(
  { rows, indexOf }: TreeRows,
  tree: RefObject<HTMLElement | null>,
  { height, focused, filterKey }: { height: number; focused: number; filterKey: string },
) {
  // The same functions for the same rows: other ones would make it measure every row again on each scroll.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const estimateSize = useCallback(() => height, [height]);
  // No compiler memoises here: what the virtualizer answers is read again on every render.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => tree.current,
    estimateSize,
    getItemKey,
    overscan: 0,
    paddingStart: TREE_PADDING,
    paddingEnd: 12,
    rangeExtractor: (range) => (range.count === 0 ? defaultRangeExtractor(range) : rowsToRender(range, focused)),
  });

  useLayoutEffect(() => virtual.measure(), [virtual, height]);

  const before = useRef({ rows, filterKey });
  useLayoutEffect(() => {
    const { rows: old, filterKey: oldKey } = before.current;
    before.current = { rows, filterKey };
    if (old === rows || !tree.current) return;
    const offset = virtual.scrollOffset ?? 0;
    const next = oldKey === filterKey ? offsetAfter(old, (id) => indexOf.get(currentId(id)), offset, height) : 0;
    // Set on the element itself: where it already is, the browser does nothing.
    if (next !== offset) tree.current.scrollTop = next;
  }, [rows, indexOf, filterKey, height, tree, virtual]);

  return virtual;
}
