import type { Task } from '#contract/task.ts';
import type { PlanView } from '../data/plan-view.ts';

/** Every task of a list, with everything below it, in the order of the tree. */
export function tasksUnder(plan: PlanView, listId: string): Task[] {
  return plan.tasksOf(listId).flatMap((task) => {
    const own = plan.childListOf(task.id);
    return own ? [task, ...tasksUnder(plan, own.id)] : [task];
  });
}
