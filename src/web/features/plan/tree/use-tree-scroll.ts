import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { currentId } from '#web/lib/live/new-rows.ts';
import { offsetAfter, rowsToRender } from './render-window.ts';
import type { TreeRows } from './use-tree-rows.ts';

export const TREE_PADDING = 4;

/** Virtualised rows with scroll anchoring; a new filter starts at the top. */
export function useTreeScroll(
  { rows, indexOf }: TreeRows,
  tree: RefObject<HTMLElement | null>,
  { height, focused, filterKey }: { height: number; focused: number; filterKey: string },
) {
  // Stable references: with new functions the virtualizer recomputes every row on each scroll.
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  const estimateSize = useCallback(() => height, [height]);
  // Safe without the React compiler: the virtualizer's results are read on every render and never memoized.
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
    // Set directly on the element: a no-op if it is already there.
    if (next !== offset) tree.current.scrollTop = next;
  }, [rows, indexOf, filterKey, height, tree, virtual]);

  return virtual;
}
