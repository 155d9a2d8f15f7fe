import type { DraftTask } from '#contract/plan-draft.ts';
import type { Plan } from './build-plan.ts';
import { cleanLine } from './clean-text.ts';

const TITLE_MAX = 200;

/** Reduces a plan to the limit: neighbouring tasks are merged, evenly over the plan. */
export function fitTasks(plan: Plan, maxTasks: number): Plan {
  if (plan.tasks.length <= maxTasks) return plan;
  const order = new Map(plan.lists.map(({ key }, place) => [key, place]));
  const inOrder = plan.tasks.toSorted((a, b) => (order.get(a.list) ?? 0) - (order.get(b.list) ?? 0));
  const groups = Map.groupBy(inOrder.entries(), ([place]) => Math.floor((place * maxTasks) / inOrder.length));
  const moved = new Map<string, string>();
  const joined = [...groups.values()].flatMap((group) => {
    const [first, ...others] = group.map(([, task]) => task);
    if (first === undefined) return [];
    for (const { key } of others) moved.set(key, first.key);
    return [others.length === 0 ? first : join(first, others)];
  });
  const used = new Set(joined.map(({ list }) => list));
  return {
    lists: plan.lists.filter(({ key }) => used.has(key)),
    tasks: joined.map((task) => ({
      ...task,
      depends_on: [...new Set(task.depends_on.map((key) => moved.get(key) ?? key))].filter((key) => key !== task.key),
    })),
  };
}

/** Merges tasks with the union of their requirements and dependencies. */
function join(first: DraftTask, others: readonly DraftTask[]): DraftTask {
  const all = [first, ...others];
  const ids = [...new Set(all.flatMap(({ requirement_ids }) => requirement_ids))];
  return {
    ...first,
    title: `${cleanLine(first.title, TITLE_MAX)} and ${others.length} more`,
    done: all.every(({ done }) => done),
    parked: all.every(({ done, parked }) => done || parked) && !all.every(({ done }) => done),
    requirement_ids: ids,
    is_enabler: ids.length === 0,
    depends_on: all.flatMap(({ depends_on }) => depends_on),
  };
}
