const GOOD_FOR_MS = 300_000;
const BAD_FOR_MS = 60_000;

/**
 * Keeps what a part outside of this server answered, so that looking costs it nothing: five minutes when it works, one when
 * it does not. It is asked once at a time, however many look.
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
    // Whoever looks may have gone when it answers.
    asking.catch(() => undefined);
    return asking;
  };
}
