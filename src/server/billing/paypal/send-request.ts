import { setTimeout as wait } from 'node:timers/promises';
import { unreachable } from './fail-call.ts';
import { readBounded } from './read-bounded.ts';

/** Injected in tests: fetch and waiting. */
export interface Surroundings {
  fetch: typeof fetch;
  timeoutMs: number;
  tries: number;
  sleep(ms: number): Promise<unknown>;
}

export const surroundings: Surroundings = {
  fetch: (input, init) => fetch(input, init),
  timeoutMs: 6_000,
  tries: 3,
  sleep: (ms) => wait(ms),
};

export interface Answer {
  response: Response;
  /** Undefined: larger than the limit. */
  bytes: Buffer | undefined;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 3_000;

/**
 * Sends an idempotent request with retries, three attempts by default: after a timeout, a broken connection, 429 or
 * 5xx. Redirects are not followed.
 */
export async function sendRequest(
  around: Surroundings,
  url: string | URL,
  init: RequestInit,
  maxBytes: number,
): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await tryOnce(around, url, init, maxBytes);
    const mayPass = 'silence' in answer || answer.response.status === 429 || answer.response.status >= 500;
    if (!mayPass) return answer;
    const response = 'silence' in answer ? undefined : answer.response;
    const waitMs = waitOf(response, attempt);
    if (attempt === around.tries || waitMs > LONGEST_WAIT_MS) {
      const became = 'silence' in answer ? answer.silence : `was answered ${answer.response.status}`;
      throw unreachable(`${init.method ?? 'GET'} ${new URL(url).pathname} ${became}, after ${attempt} tries.`);
    }
    await around.sleep(waitMs);
  }
}

async function tryOnce(
  around: Surroundings,
  url: string | URL,
  init: RequestInit,
  maxBytes: number,
): Promise<Answer | { silence: string }> {
  try {
    const signal = AbortSignal.timeout(around.timeoutMs);
    const response = await around.fetch(url, { ...init, redirect: 'manual', signal });
    return { response, bytes: await readBounded(response, maxBytes) };
  } catch (error) {
    // Only the kind of error is kept: messages of network errors contain addresses, and may contain what was sent.
    return { silence: `failed (${kindOf(error)})` };
  }
}

function kindOf(error: unknown): string {
  const root = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(root instanceof Error)) return 'unknown';
  return 'code' in root && typeof root.code === 'string' && /^[A-Z_]{1,40}$/.test(root.code) ? root.code : root.name;
}

function waitOf(response: Response | undefined, attempt: number): number {
  const asked = Number(response?.headers.get('retry-after') ?? Number.NaN);
  return asked > 0 ? asked * 1_000 : FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random());
}
