import type { Task } from '#contract/task.ts';
import type { PlanView } from '../data/plan-view.ts';
import { tasksUnder } from '../task/tasks-under.ts';
import { findInPlan, type PlanFilters } from '../tree/filter-plan.ts';

/** Filtered tasks as a flat list in tree order. Pending rows are never filtered out. */
export function listTasks(plan: PlanView, filters: PlanFilters, pending: ReadonlySet<string>): readonly Task[] {
  const found = findInPlan(plan, filters, pending);
  const chosen = plan.roots.filter(({ id }) => filters.lists.includes(id));
  if (!found && chosen.length === 0) return plan.order;
  const inside = chosen.length > 0 && new Set(chosen.flatMap(({ id }) => tasksUnder(plan, id).map((task) => task.id)));
  return plan.order.filter(
    ({ id }) => pending.has(id) || ((!found || found.hits.has(id)) && (!inside || inside.has(id))),
  );
}
