import type { Services } from '#server/platform/context.ts';
import { setInterval, setTimeout } from '#server/platform/guard.ts';
import { indexTexts } from './index-texts.ts';

/**
 * Batching delay after the first write: texts written meanwhile are indexed together, since one by one they would cost
 * more than writing them.
 */
const SOON_MS = 1_000;
/** For texts that another server wrote before it died. */
const SWEEP_MS = 10_000;

/** Emitted within this process when a search had to scan unindexed texts. */
export const SEARCHED = 'searched';

export interface TextFollower {
  /** Indexes everything in the queue. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Keeps the search index up to date in the background: soon after each change, at once after a search, and
 * periodically. Searching stays correct without it: unindexed texts are scanned.
 */
export function followTexts({ database, bus, log }: Pick<Services, 'database' | 'bus' | 'log'>): TextFollower {
  let soon: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isAsked = false;
  let isClosed = false;

  const readAll = async () => {
    do {
      isAsked = false;
      while (!isClosed && (await indexTexts(database.pool)) > 0);
    } while (isAsked && !isClosed);
  };
  const run = (): Promise<void> => {
    isAsked = true;
    running ??= readAll()
      .catch((error: unknown) => log.warn({ err: error }, 'texts could not be read for the search; tried again later'))
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  const ask = () => {
    if (isClosed) return;
    soon ??= setTimeout(() => {
      soon = undefined;
      void run();
    }, SOON_MS);
  };

  const stopListening = bus.on('feed', (scope) => {
    if (scope.startsWith('project:')) ask();
  });
  const stopHelping = bus.on(SEARCHED, () => {
    if (!isClosed) void run();
  });
  const sweep = setInterval(ask, SWEEP_MS);
  sweep.unref();
  ask();
  return {
    settle: run,
    close: async () => {
      isClosed = true;
      stopListening();
      stopHelping();
      clearTimeout(soon);
      clearInterval(sweep);
      await running;
    },
  };
}
