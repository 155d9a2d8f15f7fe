import { useEffect, useState } from 'react';

/** The seconds left; calls `onEnd` once, when none are. */
export function useCountdown(seconds: number, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left === 0) {
      onEnd();
      return undefined;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
    // Only `left` drives the timer: `onEnd` is a new function on every render and must not restart it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [left]);
  return left;
}
