import type { Task } from '#contract/task.ts';
import type { PlanView } from '#web/features/plan/index.ts';

/** Resolves the task in the URL: by id, or by number ("T12", "t12"). */
export function findTask(plan: PlanView, named: string): Task | undefined {
  const byId = plan.tasks.get(named);
  if (byId) return byId;
  const number = /^t(\d+)$/i.exec(named)?.[1];
  return number === undefined ? undefined : plan.order.find((task) => task.number === Number(number));
}
