const DISTINCT_MIN = 10;
const LONGEST_PERIOD = 8;
/** Of sixteen random digits fewer than ten may be different. */
const HEXADECIMAL = /^[\da-f]+$/i;

/** Whether a secret has few different characters or repeats a short part, as one typed by hand for a test does. */
export function isGuessable(secret: string): boolean {
  const distinct = new Set(secret).size;
  if (distinct < (HEXADECIMAL.test(secret) ? DISTINCT_MIN / 2 : DISTINCT_MIN)) return true;
  for (let period = 1; period <= LONGEST_PERIOD; period += 1)
    if (
      secret ===
      secret
        .slice(0, period)
        .repeat(Math.ceil(secret.length / period))
        .slice(0, secret.length)
    )
      return true;
  return false;
}
