import { PARKED_REASON } from '#contract/plan-texts.ts';
import type { Task, TaskStatus } from '#contract/task.ts';

export const isAsking = (task: Pick<Task, 'question'> | undefined): boolean =>
  task?.question != null && task.question.answer === null;

/** Id of the question that waits for its answer, which is also that of its note. */
export const openQuestionOf = (task: Pick<Task, 'question'> | undefined): string | undefined =>
  isAsking(task) ? task?.question?.id : undefined;

/** What a task is counted as, here as by agents: one that is blocked or asks is not open, because nobody can take it. */
export const stateOf = (
  task: Pick<Task, 'question' | 'blocked_reason' | 'status'>,
): TaskStatus | 'blocked' | 'asking' => {
  if (task.status !== 'open') return task.status;
  if (isAsking(task)) return 'asking';
  return task.blocked_reason === null ? 'open' : 'blocked';
};

/** A person has to act before the task can go on. Not for parked tasks: the PRD itself defers those. */
export const needsYou = (task: Pick<Task, 'question' | 'blocked_reason' | 'status'>): boolean =>
  task.status === 'open' && (isAsking(task) || (task.blocked_reason !== null && task.blocked_reason !== PARKED_REASON));

/** Questions first, oldest on top; then blocked tasks in the given order. */
export function listNeeds(tasks: readonly Task[]): Task[] {
  const needs = tasks.filter(needsYou);
  const asking = needs.filter(isAsking).toSorted((a, b) => (askedAt(a) < askedAt(b) ? -1 : 1));
  return [...asking, ...needs.filter((task) => !isAsking(task))];
}

const askedAt = (task: Task) => task.question?.asked_at ?? '';
