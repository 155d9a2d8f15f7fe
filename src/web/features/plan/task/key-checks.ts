import type { Check } from '#contract/task.ts';

/** Checks have no id: their text is their key, and a repeated text is told apart by its turn. */
export function keyChecks(checks: readonly Check[]): { key: string; check: Check }[] {
  const seen = new Map<string, number>();
  return checks.map((check) => {
    const turn = (seen.get(check.text) ?? 0) + 1;
    seen.set(check.text, turn);
    return { key: `${turn}:${check.text}`, check };
  });
}
