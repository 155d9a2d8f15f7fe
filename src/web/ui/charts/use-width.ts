import { type RefCallback, useCallback, useState } from 'react';

/** Measured width of an element; undefined until it is measured. */
export function useWidth<E extends Element>(): [RefCallback<E>, number | undefined] {
  const [width, setWidth] = useState<number>();
  const ref = useCallback((element: E | null) => {
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
