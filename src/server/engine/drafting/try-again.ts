import { ModelFailure } from './explain-failure.ts';

export interface Patience {
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Between 0 and 1. */
  random(): number;
}

const TRIES = 3;
const FIRST_WAIT_MS = 1_000;
/** A longer Retry-After is reported as a failure at once, because a person is waiting. */
const LONGEST_WAIT_MS = 30_000;

/**
 * At most three attempts. Between them it waits as long as Retry-After says, else with exponential backoff and jitter,
 * so that requests refused together do not return together.
 */
export async function tryAgain<T>(ask: () => Promise<T>, patience: Patience, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    signal.throwIfAborted();
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ModelFailure) || !error.isWorthAnotherTry || attempt === TRIES) throw error;
      const waitMs = error.waitMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + patience.random());
      if (waitMs > LONGEST_WAIT_MS) throw error;
      await patience.sleep(waitMs, signal);
    }
  }
}
