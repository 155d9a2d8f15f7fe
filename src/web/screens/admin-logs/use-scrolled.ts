import { useCallback, useState } from 'react';

/** Whether the element with this ref has been scrolled out of view, in whatever scroll container. */
export function useScrolled() {
  const [scrolled, setScrolled] = useState(false);
  const mark = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const watcher = new IntersectionObserver(([seen]) => setScrolled(seen?.isIntersecting === false));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return [scrolled, mark] as const;
}
