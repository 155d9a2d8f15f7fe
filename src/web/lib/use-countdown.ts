import { useEffect, useState } from 'react';

/** The seconds that are left; whoever is told at the end is told once. */
export function useCountdown(seconds: number, onEnd: () => void): number {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    if (left === 0) {
      onEnd();
      return undefined;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
    // Only the passing seconds drive it: who is told at the end may change in between.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [left]);
  return left;
}
