import { type RefObject, useEffect, useState } from 'react';

const STEP = 1_000;

/** A value that changes often, at most once a second, and not while its element is outside the window. */
export function useCalmValue<T>(value: T, element: RefObject<Element | null>): T {
  const [shown, setShown] = useState({ value, at: -Infinity });
  const isOnScreen = useOnScreen(element);
  useEffect(() => {
    if (!isOnScreen || shown.value === value) return undefined;
    const show = () => setShown({ value, at: performance.now() });
    const timer = setTimeout(show, Math.max(0, shown.at + STEP - performance.now()));
    return () => clearTimeout(timer);
  }, [isOnScreen, value, shown]);
  return shown.value;
}

function useOnScreen(element: RefObject<Element | null>): boolean {
  const [isOn, setOn] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (typeof IntersectionObserver === 'undefined' || !element.current) return undefined;
    const observer = new IntersectionObserver(([entry]) => setOn(entry?.isIntersecting ?? false));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return isOn;
}
