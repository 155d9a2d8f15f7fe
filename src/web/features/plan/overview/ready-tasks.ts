import type { Task } from '#contract/task.ts';
import type { PlanView } from '../data/plan-view.ts';

/** The first tasks somebody could begin now, in the order of the tree. */
export function readyTasks(plan: PlanView, limit: number): Task[] {
  const found: Task[] = [];
  for (const task of plan.order) {
    if (found.length >= limit) break;
    if (plan.isReady(task.id)) found.push(task);
  }
  return found;
}
