import { ApiError } from '#web/lib/net/api-error.ts';

/** "Failed to fetch settings: 500"; the fallback where there was no response. */
export function failureWords(error: unknown, withStatus: string, fallback: string): string {
  return error instanceof ApiError && error.status > 0 ? `${withStatus}: ${error.status}` : fallback;
}
