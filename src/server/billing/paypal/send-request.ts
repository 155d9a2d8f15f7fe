import { setTimeout as wait } from 'node:timers/promises';
import { unreachable } from './fail-call.ts';
import { readBounded } from './read-bounded.ts';

/** What a test replaces: the way out, the waiting. */
export interface Surroundings {
  fetch: typeof fetch;
  timeoutMs: number;
  sleep(ms: number): Promise<unknown>;
}

export const surroundings: Surroundings = {
  fetch: (input, init) => fetch(input, init),
  timeoutMs: 6_000,
  sleep: (ms) => wait(ms),
};

export interface Answer {
  response: Response;
  /** Undefined: more than fits. */
  bytes: Buffer | undefined;
}

const TRIES = 3;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 3_000;

/**
 * Sends a request that may be repeated, at most three times: after silence, a broken connection, a 429 or a 5xx. Redirects
 * are answers like any other: nobody is led anywhere.
 */
export async function sendRequest(
  around: Surroundings,
  url: string | URL,
  init: RequestInit,
  maxBytes: number,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await tryOnce(around, url, init, maxBytes);
    const mayPass = answer === undefined || answer.response.status === 429 || answer.response.status >= 500;
    if (!mayPass) return answer;
    const waitMs = waitOf(answer?.response, attempt);
    if (attempt === TRIES || waitMs > LONGEST_WAIT_MS) throw unreachable();
    await around.sleep(waitMs);
  }
}

async function tryOnce(
  around: Surroundings,
  url: string | URL,
  init: RequestInit,
  maxBytes: number,
): Promise<Answer | undefined> {
  try {
    const signal = AbortSignal.timeout(around.timeoutMs);
    const response = await around.fetch(url, { ...init, redirect: 'manual', signal });
    return { response, bytes: await readBounded(response, maxBytes) };
  } catch {
    // Not told further: an error of the network names addresses, and one of the request may hold what was sent.
    return undefined;
  }
}

function waitOf(response: Response | undefined, attempt: number): number {
  const asked = Number(response?.headers.get('retry-after') ?? Number.NaN);
  return asked > 0 ? asked * 1_000 : FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
}
