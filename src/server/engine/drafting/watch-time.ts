/** Nothing came for this long. */
const SILENCE_MS = 90_000;
/** The whole answer, however steadily it comes. */
const TOTAL_MS = 10 * 60_000;

export interface Watch {
  /** Ends the request. */
  signal: AbortSignal;
  hasExpired(): boolean;
  /** Something came. */
  touch(): void;
  stop(): void;
}

/** Ends a request that falls silent or never ends, and whatever is left of it once nobody listens any more. */
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
