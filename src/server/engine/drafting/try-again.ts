import { ModelFailure } from './explain-failure.ts';

export interface Patience {
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Between 0 and 1. */
  random(): number;
}

const TRIES = 3;
const FIRST_WAIT_MS = 1_000;
/** Nobody watches a dialog for longer than this; a provider that asks for more is a failure to be told at once. */
const LONGEST_WAIT_MS = 30_000;

/**
 * Makes at most three tries. Between them it waits as long as the provider asks, or longer each time, with chance in it:
 * requests that were refused together should not come back together.
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
