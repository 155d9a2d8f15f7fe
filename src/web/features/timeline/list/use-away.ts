import { type RefCallback, useCallback, useState } from 'react';

/** Whether the page is scrolled past an element. */
export function useAway<E extends Element>(): [RefCallback<E>, boolean] {
  const [isAway, setAway] = useState(false);
  const ref = useCallback((element: E | null) => {
    if (!element || typeof IntersectionObserver === 'undefined') return undefined;
    const watcher = new IntersectionObserver(
      ([seen]) => seen && setAway(!seen.isIntersecting && seen.boundingClientRect.top < 0),
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return [ref, isAway];
}
