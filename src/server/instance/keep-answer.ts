const GOOD_FOR_MS = 300_000;
const BAD_FOR_MS = 60_000;

/**
 * Caches the answer of an external service: a TTL of five minutes for success, one for failure. Single-flight:
 * concurrent callers share one request.
 */
export function keepAnswer<T>(
  ask: () => Promise<T>,
  isGood: (answer: T) => boolean,
  now: () => Date,
): () => Promise<T> {
  let kept: { answer: T; until: number } | undefined;
  let asking: Promise<T> | undefined;
  return () => {
    if (kept !== undefined && now().getTime() < kept.until) return Promise.resolve(kept.answer);
    asking ??= ask()
      .then((answer) => {
        kept = { answer, until: now().getTime() + (isGood(answer) ? GOOD_FOR_MS : BAD_FOR_MS) };
        return answer;
      })
      .finally(() => {
        asking = undefined;
      });
    // The caller may have gone when it rejects, which would be an unhandled rejection.
    asking.catch(() => undefined);
    return asking;
  };
}
