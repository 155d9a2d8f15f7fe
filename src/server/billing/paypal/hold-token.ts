import { z } from 'zod';
import type { PayPalConfig } from '#server/platform/config.ts';
import { badCredentials, refusedCall } from './fail-call.ts';
import { readJson } from './read-json.ts';
import { type Surroundings, sendRequest } from './send-request.ts';

const Token = z.object({
  access_token: z.string().regex(/^[\x21-\x7e]{1,4096}$/),
  expires_in: z.number().positive(),
});

/** Renewed this long before it expires, so that it does not expire in flight. */
const MARGIN_MS = 60_000;
const ANSWER_MAX = 64 * 1024;
const CHECK_WITHIN_MS = 3_000;

export interface Tokens {
  get(): Promise<string>;
  /** Fetches a new token once, with a short timeout: only PayPal can tell whether the credentials are valid. */
  check(): Promise<void>;
  /** Invalidates a refused token; no effect if it was replaced meanwhile. */
  drop(token: string): void;
}

/** A shared token with single-flight renewal: concurrent callers await the same request. */
export function holdToken(config: PayPalConfig, around: Surroundings, now: () => Date): Tokens {
  let held: { token: string; until: number } | undefined;
  let coming: Promise<string> | undefined;

  const fetchToken = async (patience: Partial<Surroundings> = {}): Promise<string> => {
    const { access_token: token, expires_in: seconds } = await askForToken(config, { ...around, ...patience });
    held = { token, until: now().getTime() + seconds * 1_000 - MARGIN_MS };
    return token;
  };

  return {
    get: async () => {
      if (held !== undefined && now().getTime() < held.until) return held.token;
      coming ??= fetchToken().finally(() => {
        coming = undefined;
      });
      return coming;
    },
    check: async () => {
      await fetchToken({ tries: 1, timeoutMs: Math.min(around.timeoutMs, CHECK_WITHIN_MS) });
    },
    drop: (token) => {
      if (held?.token === token) held = undefined;
    },
  };
}

async function askForToken(config: PayPalConfig, around: Surroundings): Promise<z.infer<typeof Token>> {
  const credentials = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64');
  const { response, bytes } = await sendRequest(
    around,
    `${config.url}/v1/oauth2/token`,
    {
      method: 'POST',
      headers: {
        authorization: `Basic ${credentials}`,
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
    },
    ANSWER_MAX,
  );
  if (response.status === 401) throw badCredentials();
  if (!response.ok) throw refusedCall(response, 'POST /v1/oauth2/token');
  return readJson(bytes, Token);
}
