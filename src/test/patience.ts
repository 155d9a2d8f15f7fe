/**
 * How long a test waits for something that must happen. Under `npm test` a busy machine must never reach it: it only tells
 * late from never. By hand, a failing test should say so soon.
 */
const WAIT_MS = process.env['CI'] === undefined ? 30_000 : 15 * 60_000;

/** For `vi.waitFor`, `expect.poll` and the like. */
export const PATIENT = { timeout: WAIT_MS };

/** A whole test, or what is set up before one: longer than anything it waits for. */
export const TEST_LIMIT_MS = WAIT_MS * 4;
