import { listDescendants, dropEmptyLists } from './shape-tree.ts';
import type { Plan } from './read-plan.ts';

export interface Settled {
  plan: Plan;
  /** Titles of tasks that answered nothing and were left out. */
  invented: string[];
}

/**
 * Requirement ids the PRD does not have are forgotten; a parent answers only what its subtasks leave. A task that
 * answers nothing, enables nothing and holds nothing is scope that nobody asked for: it is left out.
 */
export function settleRequirements(plan: Plan, known: ReadonlySet<string>): Settled {
  const invented: string[] = [];
  let settled = answerOnce(plan, known);
  for (;;) {
    const below = listDescendants(settled);
    const isKept = ({ key, requirement_ids, is_enabler }: Plan['tasks'][number]) =>
      requirement_ids.length > 0 || is_enabler || below.has(key);
    const kept = settled.tasks.filter(isKept);
    if (kept.length === settled.tasks.length) return { plan: settled, invented };
    invented.push(...settled.tasks.filter((task) => !isKept(task)).map(({ title }) => title));
    settled = dropEmptyLists({ ...settled, tasks: kept });
  }
}

function answerOnce(plan: Plan, known: ReadonlySet<string>): Plan {
  const answered = new Map(plan.tasks.map((task) => [task.key, task.requirement_ids.filter((id) => known.has(id))]));
  const below = listDescendants(plan);
  return {
    ...plan,
    tasks: plan.tasks.map((task) => {
      const answeredBelow = new Set((below.get(task.key) ?? []).flatMap((key) => answered.get(key) ?? []));
      const ids = (answered.get(task.key) ?? []).filter((id) => !answeredBelow.has(id));
      return { ...task, requirement_ids: ids, is_enabler: task.is_enabler && ids.length === 0 && !below.has(task.key) };
    }),
  };
}

/** What no task answers yet, in the PRD's order. */
export function findUncovered<T extends { id: string }>(plan: Plan, requirements: readonly T[]): T[] {
  const covered = new Set(plan.tasks.flatMap(({ requirement_ids }) => requirement_ids));
  return requirements.filter(({ id }) => !covered.has(id));
}
