import type { Id } from '#contract/fields.ts';
import type { Bus } from '#server/platform/bus.ts';

/** Fences that moved since the last beat that was written, by run. */
const servers = new WeakMap<Bus, Map<Id, Set<number>>>();
const RUNS_MAX = 1_000;

/** Adds what moved, and answers all that did since it was forgotten. Of too many runs the one that came first is dropped. */
export function countMoves(bus: Bus, run: Id, fences: readonly number[]): ReadonlySet<number> {
  const runs = servers.get(bus) ?? new Map<Id, Set<number>>();
  servers.set(bus, runs);
  const known = runs.get(run) ?? new Set<number>();
  for (const fence of fences) known.add(fence);
  if (known.size > 0) runs.set(run, known);
  const [first] = runs.keys();
  if (runs.size > RUNS_MAX && first !== undefined) runs.delete(first);
  return known;
}

export const forgetMoves = (bus: Bus, run: Id): void => void servers.get(bus)?.delete(run);
