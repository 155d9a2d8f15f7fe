import type { Services } from '#server/platform/context.ts';

/** Background work that no request awaits; the signal aborts when the server stops. */
export type RunLater = (work: (signal: AbortSignal) => Promise<unknown>) => void;

export interface Later {
  run: RunLater;
  /** Graceful shutdown: aborts everything that runs, and waits until it has ended. */
  settle(): Promise<void>;
}

export function createLater({ errorLog }: Services): Later {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  return {
    run(work) {
      const done = work(stopping.signal)
        .then(
          () => undefined,
          (error: unknown) => errorLog.record({ level: 'error', category: 'service', error }),
        )
        .finally(() => void running.delete(done));
      running.add(done);
    },
    async settle() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
