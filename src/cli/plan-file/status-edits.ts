import type { Task } from '#contract/task.ts';
import type { PlanOp } from '#contract/tools.ts';
import { Failure } from '../failure.ts';
import type { DocumentTask } from './plan-document.ts';

export interface Standing {
  known: Task | undefined;
  /** Tasks below it that the file does not name and that stay there. */
  others: readonly Task[];
  /** Had tasks below it before. */
  hadChildren: boolean;
  /** The plan may have changed since: an empty box takes nothing out of somebody's hands. */
  isForced: boolean;
  /** Whether the task below is done by what the file says. */
  isDone(task: DocumentTask): boolean;
}

/** The new status of a task, where its box says another than the plan. A task with subtasks is what they are. */
export function statusEdit(task: DocumentTask, standing: Standing): Pick<PlanOp, 'status'> {
  const { known, others, hadChildren, isForced } = standing;
  const now = known?.status ?? 'open';
  const { state, line, children } = task;
  if (state === 'wip') {
    if (now === 'wip') return {};
    throw new Failure(`Line ${line}: [~] says that somebody works on it, which baton claim does. Write [ ] or [x].`);
  }
  const isLeaf = children.length === 0 && others.length === 0;
  if (isLeaf) {
    if (state === 'open' && now === 'wip' && isForced) return {};
    // What it was changes with the tasks that leave it, one by one.
    return state === now && !hadChildren ? {} : { status: state };
  }
  if (state === now) return {};
  const openBelow = children.find((child) => !standing.isDone(child));
  const isDone = openBelow === undefined && others.every(({ status }) => status === 'done');
  if (state === 'done' && !isDone)
    throw new Failure(
      `Line ${line} is ticked, but ${openBelow === undefined ? 'a task below it' : `line ${openBelow.line} below it`} is not: a task with subtasks is done when they are. Nothing was changed.`,
    );
  if (state === 'open' && now === 'done' && isDone)
    throw new Failure(
      `Line ${line} is not ticked any more, but everything below it is: a task with subtasks is done when they are. Nothing was changed.`,
    );
  return {};
}
