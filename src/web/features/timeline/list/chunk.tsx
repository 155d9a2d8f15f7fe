import { type ReactNode, useEffect, useRef, useState } from 'react';

const NEAR = '900px 0px';

/**
 * Renders its rows only near the viewport; elsewhere an empty box of the same height keeps their place. What has the
 * focus stays rendered.
 */
export function Chunk({ estimate, isWanted, children }: { estimate: number; isWanted: boolean; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number>();
  if (isWanted && height !== undefined) setHeight(undefined);
  useEffect(() => {
    const element = box.current;
    if (!element || typeof IntersectionObserver === 'undefined') return undefined;
    const watcher = new IntersectionObserver(
      ([seen]) => {
        if (!seen || (!seen.isIntersecting && element.contains(document.activeElement))) return;
        setHeight(seen.isIntersecting ? undefined : seen.boundingClientRect.height || estimate);
      },
      { rootMargin: NEAR },
    );
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [estimate]);
  return (
    <div ref={box} style={height === undefined ? undefined : { height }}>
      {height === undefined && children}
    </div>
  );
}
