import type { Check } from '#contract/task.ts';

/** React keys: checks have no id, so the key is the text, with an occurrence number for duplicates. */
export function keyChecks(checks: readonly Check[]): { key: string; check: Check }[] {
  const seen = new Map<string, number>();
  return checks.map((check) => {
    const turn = (seen.get(check.text) ?? 0) + 1;
    seen.set(check.text, turn);
    return { key: `${turn}:${check.text}`, check };
  });
}
