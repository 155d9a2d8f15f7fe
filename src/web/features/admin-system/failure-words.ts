import { ApiError } from '#web/lib/net/api-error.ts';

/** "Failed to fetch settings: 500"; where no answer came at all, what the screen says of itself. */
export function failureWords(error: unknown, withStatus: string, fallback: string): string {
  return error instanceof ApiError && error.status > 0 ? `${withStatus}: ${error.status}` : fallback;
}
