import type { Task } from '#contract/task.ts';
import { formatNumber } from '#contract/counted.ts';
import type { PlanView } from '../data/plan-view.ts';

/** In a list or below a task; after a sibling, first (null) or last (undefined). */
export interface Place {
  taskListId?: string;
  parentTaskId?: string;
  afterTaskId?: string | null;
}

export type MoveStep = 'up' | 'down' | 'in' | 'out';

/** Target of a move by keyboard: among the siblings, below the previous sibling, or after the parent. */
export function placeAfterStep(plan: PlanView, task: Task, step: MoveStep): Place | undefined {
  const siblings = plan.tasksOf(task.task_list_id);
  const index = siblings.findIndex(({ id }) => id === task.id);
  const before = siblings[index - 1];
  const after = siblings[index + 1];
  const taskListId = task.task_list_id;
  switch (step) {
    case 'up':
      return before && { taskListId, afterTaskId: siblings[index - 2]?.id ?? null };
    case 'down':
      return after && { taskListId, afterTaskId: after.id };
    case 'in':
      return before && { parentTaskId: before.id };
    case 'out': {
      const parent = plan.parentOf(task.id);
      return parent && { taskListId: parent.task_list_id, afterTaskId: parent.id };
    }
  }
}

/** Live region text after a move: "Clock-skew guard is 2 of 7 below Token bucket". */
export function describePlace(plan: PlanView, taskId: string) {
  const task = plan.tasks.get(taskId);
  if (!task) return '';
  const siblings = plan.tasksOf(task.task_list_id);
  const place = siblings.findIndex(({ id }) => id === taskId) + 1;
  const parent = plan.parentOf(taskId);
  const where = parent ? `below ${parent.title}` : `in ${task.task_list_name}`;
  return `${task.title} is ${formatNumber(place)} of ${formatNumber(siblings.length)} ${where}`;
}
