import type { Plan } from './build-plan.ts';

/**
 * Leaves only dependencies that say something: none to what is not there, none that closes a circle, none on what another
 * of them waits for anyway.
 */
export function pruneDependencies(plan: Plan): Plan {
  const waits = cutCircles(plan);
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
 * Walks from task to task along what each waits for. A dependency that leads back to a task of the walk closes a circle
 * and is dropped; every task is walked once.
 */
function cutCircles({ tasks }: Plan): Map<string, string[]> {
  const asked = new Map(tasks.map(({ key, depends_on }) => [key, [...new Set(depends_on)]]));
  const kept = new Map<string, string[]>();
  const isOpen = new Set<string>();
  for (const { key } of tasks) {
    const walk = kept.has(key) ? [] : [key];
    // A list of its own in place of calls: a chain of waiting may be longer than calls can be deep.
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
