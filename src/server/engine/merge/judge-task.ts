import type { TaskOrigin } from '#contract/plan-draft.ts';
import { PARKED_REASON } from '#contract/plan-texts.ts';
import type { Bench, MergeTask } from './sides.ts';

export const checkTexts = (task: Pick<MergeTask, 'checks'>): string[] => task.checks.map(({ text }) => text);
export const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((text, place) => text === b[place]);
export const isSameSet = (a: readonly string[], b: readonly string[]): boolean => {
  if (isSame(a, b)) return true;
  const [one, other] = [new Set(a), new Set(b)];
  return one.size === other.size && one.isSubsetOf(other);
};

/** Which texts differ from what generation wrote. */
export function editsOf(task: MergeTask, base: TaskOrigin): { title: boolean; description: boolean; checks: boolean } {
  return {
    title: task.title !== base.title,
    description: task.description !== base.description,
    checks: !isSame(checkTexts(task), base.checks),
  };
}

export const isDone = (task: MergeTask): boolean => task.status === 'done';

/** Done because the PRD says so, not by anybody's work. */
const isDoneByPrd = (task: MergeTask): boolean => isDone(task) && task.origin?.done === true;

/** Texts of finished or held tasks are not changed. */
export const isFixed = (bench: Bench, task: MergeTask): boolean =>
  (isDone(task) && !isDoneByPrd(task)) || task.status === 'wip' || bench.mine.held.has(task.id);

/** Whether somebody worked on it: a note, an edit, a claim. */
export function isWorkedOn(bench: Bench, task: MergeTask): boolean {
  if (isFixed(bench, task) || bench.mine.noted.has(task.id)) return true;
  if (task.blocked_reason !== null && task.blocked_reason !== PARKED_REASON) return true;
  if (task.origin === null || task.origin.key === null) return true;
  const { title, description, checks } = editsOf(task, task.origin);
  if (title || description || checks || task.origin.worked === true) return true;
  return hasOwnProgress(task) || hasOwnRequirements(task);
}

/** Somebody met a check, reopened what the PRD marks as done, or undeferred it. */
export function hasOwnProgress(task: MergeTask): boolean {
  const { ticked = [], done = false, parked = false } = task.origin ?? {};
  return (
    (done && !isDone(task)) ||
    (parked && task.blocked_reason === null && !isDone(task)) ||
    task.checks.some(({ text, met }) => met !== ticked.includes(text))
  );
}

/** Somebody assigned its requirements. */
export const hasOwnRequirements = (task: MergeTask): boolean =>
  task.origin !== null && !isSameSet(task.requirement_ids, task.origin.requirement_ids);

/** Untouched and where generation put it: it may be moved. */
export function isMovable(bench: Bench, task: MergeTask): boolean {
  if (isWorkedOn(bench, task) || task.origin === null) return false;
  const list = bench.lists.get(task.task_list_id);
  return list?.origin?.key === task.origin.list && task.origin.order === task.order_in_parent;
}
