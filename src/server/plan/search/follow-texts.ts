import type { Services } from '#server/platform/context.ts';
import { indexTexts } from './index-texts.ts';

/** Texts that are written within this time are read together: one by one they would cost more than the writing of them. */
const SOON_MS = 1_000;
/** For texts that another server wrote and did not live to read. */
const SWEEP_MS = 10_000;

/** Told on the bus of this process when a search had to look through texts that wait. */
export const SEARCHED = 'searched';

export interface TextFollower {
  /** Reads all that waits. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Keeps the search's index behind what is written: soon after each change, at once when
 * somebody searches, and now and then. Nothing depends on it: a
 * text that waits is found by looking through it.
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
