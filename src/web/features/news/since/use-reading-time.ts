import { type RefObject, useEffect, useEffectEvent } from 'react';

const STEP = 5_000;
const ENOUGH = 10 * 60_000;

/** Calls back after ten minutes in which the element was on the screen of a visible tab; pauses do not count. */
export function useReadingTime(element: RefObject<HTMLElement | null>, onRead: () => void) {
  const read = useEffectEvent(onRead);
  useEffect(() => {
    let isOnScreen = typeof IntersectionObserver === 'undefined';
    let passed = 0;
    const observer = isOnScreen
      ? undefined
      : new IntersectionObserver(([entry]) => {
          isOnScreen = entry?.isIntersecting ?? false;
        });
    if (element.current) observer?.observe(element.current);
    const timer = setInterval(() => {
      if (!isOnScreen || document.hidden) return;
      passed += STEP;
      if (passed < ENOUGH) return;
      clearInterval(timer);
      read();
    }, STEP);
    return () => {
      clearInterval(timer);
      observer?.disconnect();
    };
  }, [element]);
}
