import type { Task } from '#contract/task.ts';
import type { PlanOp } from '#contract/tools.ts';
import type { PlanView } from './plan-view.ts';

/** Without the tasks whose parent or a higher one is among them: they go with it. */
export function topmost(plan: PlanView, tasks: readonly Task[]): Task[] {
  const given = new Set<string>(tasks.map(({ id }) => id));
  return tasks.filter(({ id }) => !plan.pathOf(id).ancestors.some((above) => given.has(above.id)));
}

/** Moves to where the tasks are now, in their order: a task may go back behind one that went back before it. */
export function backTo(plan: PlanView, tasks: readonly Task[]): PlanOp[] {
  return tasks.map((task) => {
    const siblings = plan.tasksOf(task.task_list_id);
    const before = siblings[siblings.findIndex(({ id }) => id === task.id) - 1];
    const parent = plan.parentOf(task.id);
    return {
      op: 'move',
      id: task.id,
      ...(parent ? { parent: parent.id } : { list: task.task_list_id }),
      ...(before ? { after: before.id } : { first: true }),
    };
  });
}
