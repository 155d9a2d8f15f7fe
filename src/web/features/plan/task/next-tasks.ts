import type { Task } from '#contract/task.ts';
import type { PlanView } from '../data/plan-view.ts';
import { tasksUnder } from './tasks-under.ts';

/** The next open tasks without subtasks in the same root list. */
export function upNext(plan: PlanView, task: Task, limit: number): Task[] {
  const root = plan.rootOf(task.id);
  const tasks = root ? tasksUnder(plan, root.id) : [];
  const at = tasks.findIndex(({ id }) => id === task.id);
  return tasks
    .slice(at + 1)
    .filter((next) => next.status === 'open' && plan.childrenOf(next.id).length === 0)
    .slice(0, limit);
}

/** Previous and next task in tree order. */
export function neighboursOf(plan: PlanView, task: Task): { previous: Task | undefined; next: Task | undefined } {
  const at = plan.order.findIndex(({ id }) => id === task.id);
  return { previous: at > 0 ? plan.order[at - 1] : undefined, next: at < 0 ? undefined : plan.order[at + 1] };
}
