import type { Task } from '#contract/task.ts';
import type { PlanView } from '../data/plan-view.ts';

/** All descendants of a list, depth first. */
export function tasksUnder(plan: PlanView, listId: string): Task[] {
  return plan.tasksOf(listId).flatMap((task) => {
    const own = plan.childListOf(task.id);
    return own ? [task, ...tasksUnder(plan, own.id)] : [task];
  });
}
