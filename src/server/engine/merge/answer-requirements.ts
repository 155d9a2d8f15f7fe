import type { DraftCheck, DraftTask } from '#contract/plan-draft.ts';
import { noOrigin } from '#server/plan/index.ts';
import { checksAbout, isCut, put } from './draft-checks.ts';
import { checkTexts, isDone } from './judge-task.ts';
import { rememberTexts } from './remember-texts.ts';
import type { Bench, MergeTask } from './sides.ts';

/** The existing task that already covers a requirement of a drafted one. */
export type AnswerTo = (drafted: DraftTask, id: string) => MergeTask | undefined;

/**
 * A task covers its requirement entirely, unless the draft splits that: then a generated task covers what its checks
 * say, and only an explicit assignment covers all of it.
 */
export function findAnswers(bench: Bench): AnswerTo {
  const answering = new Map<string, MergeTask[]>();
  for (const task of bench.tasks.values()) for (const id of task.requirement_ids) put(answering, id, task);
  return (drafted, id) => {
    const tasks = answering.get(id);
    if (tasks === undefined || !isCut(bench, id)) return tasks?.[0];
    const checks = checksAbout(drafted, id);
    return tasks.find((task) => isByHand(task, id) || doSay(textsOf(task), checks));
  };
}

/** A repeated requirement is covered by the task of its first occurrence. */
export function answerAlso(bench: Bench, task: MergeTask, ids: readonly string[]): void {
  if (ids.length === 0) return;
  task.origin ??= noOrigin();
  task.requirement_ids.push(...ids);
  task.origin.requirement_ids.push(...ids);
  rememberTexts(bench, task.origin, ids);
}

const isByHand = ({ origin }: MergeTask, id: string): boolean =>
  origin === null || origin.key === null || !origin.requirement_ids.includes(id);

/** Finished work counts with the checks it was created with. */
const textsOf = (task: MergeTask): string[] => [
  ...checkTexts(task),
  ...(isDone(task) ? (task.origin?.checks ?? []) : []),
];

/** A split check may have a prefix before the original words. */
export const doSay = (texts: readonly string[], checks: readonly DraftCheck[]): boolean =>
  checks.length > 0 && checks.every(({ text }) => texts.some((said) => text === said || text.endsWith(`: ${said}`)));
