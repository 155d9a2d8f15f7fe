import type { Task } from '#contract/task.ts';
import type { PlanView } from '#web/features/plan/index.ts';

/** The task an address means: by id, or by its number as people write it ("T12", "t12"). */
export function findTask(plan: PlanView, named: string): Task | undefined {
  const byId = plan.tasks.get(named);
  if (byId) return byId;
  const number = /^t(\d+)$/i.exec(named)?.[1];
  return number === undefined ? undefined : plan.order.find((task) => task.number === Number(number));
}
