/** Gives a place among the requests an account has under way, and takes it back when the returned function is called. */
export interface Turns {
  take(account: string): Promise<() => void>;
}

/**
 * At most so many requests of one account at a time; the rest wait in the order they came. Without it, a hundred edits of
 * one plan, each waiting for the other, would hold every connection to the database while other people wait for theirs.
 */
export function createTurns(limit: number): Turns {
  const busy = new Map<string, { running: number; waiting: (() => void)[] }>();
  return {
    async take(account) {
      const line = busy.get(account) ?? { running: 0, waiting: [] };
      busy.set(account, line);
      if (line.running < limit) line.running += 1;
      else await new Promise<void>((resolve) => line.waiting.push(resolve));
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const next = line.waiting.shift();
        // Whoever waits takes over the place itself: nobody who comes just now can slip in between.
        if (next !== undefined) return next();
        line.running -= 1;
        if (line.running === 0) busy.delete(account);
      };
    },
  };
}
