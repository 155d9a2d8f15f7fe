import type { Services } from '#server/platform/context.ts';

/** Work that nobody waits for; it is told when the server stops. */
export type RunLater = (work: (signal: AbortSignal) => Promise<unknown>) => void;

export interface Later {
  run: RunLater;
  /** Tells everything that runs to come to an end, and waits until it has. */
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
