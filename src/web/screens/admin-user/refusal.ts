import { ApiError } from '#web/lib/net/api-error.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';

/** The server's message for a conflict or a network failure, else a text with the status. */
export function refusalOf(error: Error | null, failed: (status: number) => string): string | undefined {
  if (error === null) return undefined;
  const status = error instanceof ApiError ? error.status : 0;
  return status === 409 || status === 0 ? messageOf(error, failed(status)) : failed(status);
}
