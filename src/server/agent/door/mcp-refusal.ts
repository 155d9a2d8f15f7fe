import type { AppError } from '#server/platform/error.ts';

/** JSON-RPC's own range for a server's errors; what happened is in the message and in `data`. */
const REFUSED = -32_000;

/** No stream is ever opened from here, and no session is kept that could be ended. */
export const notServed = () =>
  Response.json(
    { jsonrpc: '2.0', id: null, error: { code: REFUSED, message: 'Only POST is served here.' } },
    { status: 405, headers: { allow: 'POST' } },
  );

/** A refusal before any tool ran, as an error of the protocol, so that a client shows its sentence. */
export function refusalOf(shown: AppError, id: string | number | null, requestId: string): string {
  const { code, retryAfterSeconds, usage } = shown.detail;
  return JSON.stringify({
    jsonrpc: '2.0',
    id,
    error: {
      code: REFUSED,
      message: shown.message,
      data: {
        errorType: shown.type,
        ...(code === undefined ? {} : { errorCode: code }),
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
        ...(usage === undefined ? {} : { usage }),
        requestId,
      },
    },
  });
}
