import { vi } from 'vitest';

export interface Asked {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
  signal: AbortSignal | undefined;
}

type Reply = Response | Promise<Response>;
type Handler = (asked: Asked) => Reply | undefined;

export const success = (data: unknown, status = 200) => Response.json({ success: true, data }, { status });

export const failure = (
  status: number,
  error: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) => Response.json({ success: false, error, requestId: 'r1', ...more }, { status, headers });

/** A fake fetch: answers by a handler and records requests. An unexpected request fails the test. */
export function fakeFetch(handler: Handler) {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const request: Asked = {
      method: init.method ?? 'GET',
      path: input,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body instanceof Blob ? init.body : undefined,
      signal: init.signal ?? undefined,
    };
    asked.push(request);
    const reply = await handler(request);
    if (!reply) throw new Error(`nobody answers ${request.method} ${request.path}`);
    return reply;
  });
  return { asked, to: (path: string) => asked.filter((request) => request.path === path) };
}

/** A token of the right shape with a dummy signature. */
export function tokenFor(userId: string, seconds = 300) {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const iat = 1_700_000_000;
  return [encode({ alg: 'EdDSA' }), encode({ sub: userId, iat, exp: iat + seconds }), 'signature'].join('.');
}
