import type { BrowserContext } from '@playwright/test';

const SEED = 7;

/**
 * Delays every API request independently by up to this long, so that responses are reordered, as on a bad connection.
 */
export async function slowDown(context: BrowserContext, longest: number): Promise<void> {
  const next = randomFrom(SEED);
  await context.route('**/api/**', async (route) => {
    await new Promise((done) => setTimeout(done, next() * longest));
    // The page may have been left meanwhile.
    await route.fallback().catch(() => undefined);
  });
}

/** A deterministic pseudo-random generator, so that failures are reproducible. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
