import type { Task } from '#contract/task.ts';
import type { PlanView } from '../data/plan-view.ts';

/** The first ready tasks in tree order. */
export function readyTasks(plan: PlanView, limit: number): Task[] {
  const found: Task[] = [];
  for (const task of plan.order) {
    if (found.length >= limit) break;
    if (plan.isReady(task.id)) found.push(task);
  }
  return found;
}
