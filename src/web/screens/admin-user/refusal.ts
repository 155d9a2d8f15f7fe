import { ApiError } from '#web/lib/net/api-error.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';

/** Why an act failed: a refusal explains itself in the server's words, anything else by its status. */
export function refusalOf(error: Error | null, failed: (status: number) => string): string | undefined {
  if (error === null) return undefined;
  const status = error instanceof ApiError ? error.status : 0;
  return status === 409 || status === 0 ? messageOf(error, failed(status)) : failed(status);
}
