import type { BrowserContext } from '@playwright/test';

const SEED = 7;

/** Every call of the API waits for up to this long, each by itself: answers overtake each other, as on a bad line. */
export async function slowDown(context: BrowserContext, longest: number): Promise<void> {
  const next = randomFrom(SEED);
  await context.route('**/api/**', async (route) => {
    await new Promise((done) => setTimeout(done, next() * longest));
    // A page that was left meanwhile waits for nothing any more.
    await route.fallback().catch(() => undefined);
  });
}

/** The same numbers in every run, so that what goes wrong once goes wrong again. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
