import { setTimeout } from '#server/platform/guard.ts';

/** Idle timeout. */
const SILENCE_MS = 90_000;
/** Total timeout, however steadily the answer comes. */
const TOTAL_MS = 10 * 60_000;

export interface Watch {
  /** Aborts the request. */
  signal: AbortSignal;
  hasExpired(): boolean;
  /** Resets the idle timeout. */
  touch(): void;
  stop(): void;
}

/** Aborts a request by idle or total timeout, and when it is no longer needed. */
export function startWatch(): Watch {
  const controller = new AbortController();
  let hasExpired = false;
  const expire = () => {
    hasExpired = true;
    controller.abort();
  };
  const total = setTimeout(expire, TOTAL_MS);
  let silence = setTimeout(expire, SILENCE_MS);
  return {
    signal: controller.signal,
    hasExpired: () => hasExpired,
    touch() {
      clearTimeout(silence);
      silence = setTimeout(expire, SILENCE_MS);
    },
    stop() {
      clearTimeout(total);
      clearTimeout(silence);
      controller.abort();
    },
  };
}
