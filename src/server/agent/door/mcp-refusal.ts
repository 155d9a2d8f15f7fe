import type { AppError } from '#server/platform/error.ts';

/** JSON-RPC's range for implementation-defined server errors; the details are in the message and in `data`. */
const REFUSED = -32_000;

/** GET and DELETE: stateless, so there is no stream to open and no session to end. */
export const notServed = () =>
  Response.json(
    { jsonrpc: '2.0', id: null, error: { code: REFUSED, message: 'Only POST is served here.' } },
    { status: 405, headers: { allow: 'POST' } },
  );

/** A refusal before any tool ran, as a protocol error, so that clients show its message. */
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
