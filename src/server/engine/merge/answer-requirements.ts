import type { DraftCheck, DraftTask } from '#contract/plan-draft.ts';
import { noOrigin } from '#server/plan/index.ts';
import { checksAbout, isCut, put } from './draft-checks.ts';
import { checkTexts, isDone } from './judge-task.ts';
import { rememberTexts } from './remember-texts.ts';
import type { Bench, MergeTask } from './sides.ts';

/** The task that already does what a drafted one would do for a requirement. */
export type AnswerTo = (drafted: DraftTask, id: string) => MergeTask | undefined;

/**
 * A task that answers a requirement answers the whole of it, unless the draft cuts that one into parts: then a task of
 * ours stands for what its checks say, and only what somebody said by hand stands for all of it.
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

/** What the PRD says a second time is answered by what answers it the first time. */
export function answerAlso(bench: Bench, task: MergeTask, ids: readonly string[]): void {
  if (ids.length === 0) return;
  task.origin ??= noOrigin();
  task.requirement_ids.push(...ids);
  task.origin.requirement_ids.push(...ids);
  rememberTexts(bench, task.origin, ids);
}

const isByHand = ({ origin }: MergeTask, id: string): boolean =>
  origin === null || origin.key === null || !origin.requirement_ids.includes(id);

/** Finished work has done what it was made for, whatever its checks became. */
const textsOf = (task: MergeTask): string[] => [
  ...checkTexts(task),
  ...(isDone(task) ? (task.origin?.checks ?? []) : []),
];

/** The check of a part may say before the words how they are shown to hold. */
export const doSay = (texts: readonly string[], checks: readonly DraftCheck[]): boolean =>
  checks.length > 0 && checks.every(({ text }) => texts.some((said) => text === said || text.endsWith(`: ${said}`)));
