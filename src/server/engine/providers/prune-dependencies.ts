import type { Plan } from './read-plan.ts';

/**
 * Leaves only dependencies that say something: none to what is not there, none that closes a circle, none that follows
 * from others. A parent waits for its subtasks, so circles through the tree count.
 */
export function pruneDependencies(plan: Plan): Plan {
  const waits = waitsOfTree(plan);
  const kept = new Map<string, string[]>();
  for (const { key, depends_on } of plan.tasks) {
    const mine: string[] = [];
    for (const other of new Set(depends_on)) {
      if (!waits.has(other) || reaches(waits, other, key)) continue;
      waits.get(key)?.add(other);
      mine.push(other);
    }
    kept.set(key, mine);
  }
  return {
    ...plan,
    tasks: plan.tasks.map((task) => ({
      ...task,
      depends_on: (kept.get(task.key) ?? []).filter((other) => !followsFromOthers(waits, task.key, other)),
    })),
  };
}

type Waits = Map<string, Set<string>>;

function waitsOfTree({ lists, tasks }: Plan): Waits {
  const parentOf = new Map(lists.map(({ key, parent }) => [key, parent]));
  const waits: Waits = new Map(tasks.map(({ key }) => [key, new Set()]));
  for (const { key, list } of tasks) waits.get(parentOf.get(list) ?? '')?.add(key);
  return waits;
}

function reaches(waits: Waits, from: string, to: string): boolean {
  if (from === to) return true;
  const seen = new Set([from]);
  // Grows while it is walked: calls could not go as deep as a chain of waiting may be long.
  for (const at of seen) {
    for (const next of waits.get(at) ?? []) {
      if (next === to) return true;
      seen.add(next);
    }
  }
  return false;
}

function followsFromOthers(waits: Waits, from: string, to: string): boolean {
  return [...(waits.get(from) ?? [])].some((via) => via !== to && reaches(waits, via, to));
}
