import type { Question } from '#contract/question.ts';
import { QUESTION_TEXTS as T } from '#contract/question-texts.ts';
import type { Task } from '#contract/task.ts';
import type { PlanView } from '../data/plan-view.ts';

const NAMED = 3;

/** "No agent takes T23 until you answer; T24 waits for it. codex went on with T11." */
export function sayWhatWaits(plan: PlanView, task: Task, question: Question): string {
  const waiting = plan.blocks(task.id).filter(({ status }) => status !== 'done');
  const behind = waiting.length === 0 ? '' : `; ${T.waits(nameTasks(waiting), waiting.length === 1)}`;
  const baton = plan.batons.find(({ holder }) => holder.name === question.asked_by.name);
  const now = baton && plan.tasks.get(baton.task_id);
  const elsewhere = now && now.id !== task.id ? ` ${T.wentOn(question.asked_by.name, now.number)}` : '';
  return `${T.nobodyTakes(task.number)}${behind}.${elsewhere}`;
}

/** "T4, T5 and 3 more". */
function nameTasks(tasks: readonly Task[]): string {
  const named = tasks.slice(0, NAMED).map(({ number }) => `T${number}`);
  const left = tasks.length - named.length;
  if (left > 0) return `${named.join(', ')} and ${left} more`;
  return named.length < 2 ? named.join('') : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
}

const PLACES = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** Position of an answered task among the ready ones. */
export function sayPlace(plan: PlanView, task: Task): string {
  if (!plan.isReady(task.id)) return T.notReady(task.number);
  const before = plan.order.filter(({ id }) => plan.isReady(id)).findIndex(({ id }) => id === task.id);
  return T.inQueue(task.number, PLACES[before] ?? `number ${before + 1}`);
}
