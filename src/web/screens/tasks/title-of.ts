import { PRODUCT } from '#contract/constants.ts';
import type { Task } from '#contract/task.ts';
import type { PlanView } from '#web/features/plan/index.ts';

/** "(1) ● Clock-skew guard · Harbor API · Baton": tasks that need a person, and a dot while a baton is held. */
export function titleOf(
  plan: Pick<PlanView, 'project' | 'batons' | 'needsYou'> | undefined,
  task: Pick<Task, 'title'> | undefined,
) {
  const names = [task?.title ?? 'Tasks', plan?.project.name, PRODUCT].filter((name) => name !== undefined);
  const needs = plan?.needsYou().length ?? 0;
  return `${needs > 0 ? `(${needs}) ` : ''}${plan && plan.batons.length > 0 ? '● ' : ''}${names.join(' · ')}`;
}
