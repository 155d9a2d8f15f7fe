import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useMemo } from 'react';
import type { ShownReading } from '../document/shown-reading.ts';
import { estimateHeight } from '../rows/estimate-height.ts';
import type { Row } from '../rows/flatten-document.ts';
import { rowsToDraw } from '../rows/rows-to-draw.ts';

/** Rough estimate of characters per line. */
const perLine = (width: number) => Math.max(24, Math.min(92, Math.floor((width - 170) / 7.4)));

/** Virtualised rows of dynamic height: estimated first, measured once mounted. */
export function useRowScroll(
  rows: readonly Row[],
  reading: ShownReading,
  box: RefObject<HTMLElement | null>,
  focused: number,
) {
  const getItemKey = useCallback((index: number) => rows[index]?.id ?? index, [rows]);
  // Memoized: the virtualizer asks for all estimates again after each measurement.
  const estimates = useMemo(
    () => rows.map((row) => estimateHeight(reading, row, perLine(box.current?.clientWidth ?? 800))),
    [rows, reading, box],
  );
  const estimateSize = useCallback((index: number) => estimates[index] ?? 24, [estimates]);
  // Safe without the React compiler: the virtualizer's results are read on every render and never memoized.
  // oxlint-disable-next-line react/incompatible-library
  return useVirtualizer<HTMLElement, HTMLElement>({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize,
    getItemKey,
    overscan: 0,
    paddingStart: 10,
    paddingEnd: 24,
    rangeExtractor: (range) => (range.count === 0 ? defaultRangeExtractor(range) : rowsToDraw(range, focused)),
  });
}
