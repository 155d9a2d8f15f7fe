import { PARKED_REASON } from '#contract/plan-texts.ts';
import type { Task } from '#contract/task.ts';

/** An agent asked a person, and nobody has answered yet. */
export const isAsking = (task: Pick<Task, 'question'> | undefined): boolean =>
  task?.question != null && task.question.answer === null;

/** A person has to do something before anybody can go on. What the PRD itself puts off waits for nobody. */
export const needsYou = (task: Pick<Task, 'question' | 'blocked_reason' | 'status'>): boolean =>
  task.status === 'open' && (isAsking(task) || (task.blocked_reason !== null && task.blocked_reason !== PARKED_REASON));

/** Questions first, the oldest on top; then what is blocked, as it was given. */
export function listNeeds(tasks: readonly Task[]): Task[] {
  const needs = tasks.filter(needsYou);
  const asking = needs.filter(isAsking).toSorted((a, b) => (askedAt(a) < askedAt(b) ? -1 : 1));
  return [...asking, ...needs.filter((task) => !isAsking(task))];
}

const askedAt = (task: Task) => task.question?.asked_at ?? '';
