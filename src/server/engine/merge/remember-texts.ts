import type { TaskOrigin } from '#contract/plan-draft.ts';
import type { Bench } from './sides.ts';

/** Whether its text differs from the one the task was made from. Where that is unknown it counts as unchanged. */
export function isChanged(bench: Bench, base: TaskOrigin | null, id: string): boolean {
  const now = bench.theirs.requirements.get(id);
  const then = base?.requirements[id];
  return now !== undefined && then !== undefined && then !== now.hash;
}

export function rememberTexts(bench: Bench, base: TaskOrigin, ids: readonly string[]): void {
  for (const id of ids) {
    const now = bench.theirs.requirements.get(id);
    if (now !== undefined) base.requirements[id] = now.hash;
  }
}
