/** A semaphore per account; the returned function releases it. */
export interface Turns {
  take(account: string): Promise<() => void>;
}

/**
 * Limits the concurrent requests of one account; the rest queue in FIFO order. Without it, a hundred edits of one plan,
 * each waiting for its lock, would occupy the whole connection pool.
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
        // The permit is handed to the first waiter directly, so that a newcomer cannot overtake it.
        if (next !== undefined) return next();
        line.running -= 1;
        if (line.running === 0) busy.delete(account);
      };
    },
  };
}
