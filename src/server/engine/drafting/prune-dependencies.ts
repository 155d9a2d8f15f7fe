import type { Plan } from './build-plan.ts';

/** Removes dangling dependencies, those that close a cycle, and those that another of its dependencies has itself. */
export function pruneDependencies(plan: Plan): Plan {
  const waits = cutCycles(plan);
  return {
    ...plan,
    tasks: plan.tasks.map((task) => {
      const mine = waits.get(task.key) ?? [];
      const waitedFor = new Set(mine.flatMap((other) => waits.get(other) ?? []));
      return { ...task, depends_on: mine.filter((other) => !waitedFor.has(other)) };
    }),
  };
}

/**
 * Depth-first search: an edge back to a task on the current path closes a cycle and is dropped; every task is visited
 * once.
 */
function cutCycles({ tasks }: Plan): Map<string, string[]> {
  const asked = new Map(tasks.map(({ key, depends_on }) => [key, [...new Set(depends_on)]]));
  const kept = new Map<string, string[]>();
  const isOpen = new Set<string>();
  for (const { key } of tasks) {
    const walk = kept.has(key) ? [] : [key];
    // An explicit stack: a chain of dependencies may exceed the call stack.
    for (let at = walk.at(-1); at !== undefined; at = walk.at(-1)) {
      isOpen.add(at);
      const mine = kept.get(at) ?? [];
      kept.set(at, mine);
      const next = asked.get(at)?.shift();
      if (next === undefined) {
        isOpen.delete(at);
        walk.pop();
      } else if (asked.has(next) && !isOpen.has(next)) {
        mine.push(next);
        if (!kept.has(next)) walk.push(next);
      }
    }
  }
  return kept;
}
