import { PRODUCT } from '#contract/constants.ts';
import type { Task } from '#contract/task.ts';
import type { PlanView } from '#web/features/plan/index.ts';

/** "● Clock-skew guard · Harbor API · Baton": a dot while a baton is held. */
export function titleOf(plan: Pick<PlanView, 'project' | 'batons'> | undefined, task: Pick<Task, 'title'> | undefined) {
  const names = [task?.title ?? 'Tasks', plan?.project.name, PRODUCT].filter((name) => name !== undefined);
  return `${plan && plan.batons.length > 0 ? '● ' : ''}${names.join(' · ')}`;
}
