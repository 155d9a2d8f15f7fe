import type { DraftTask } from '#contract/plan-draft.ts';
import { checkTexts, isDone } from './judge-task.ts';
import type { Bench, MergeTask } from './sides.ts';

export interface Coverage {
  /** The task that already does what a drafted one would do for a requirement. */
  answerTo(drafted: DraftTask, id: string): MergeTask | undefined;
  /** Somebody took out what did it, and the PRD asks for nothing else than it did then. */
  isBuried(drafted: DraftTask, id: string): boolean;
  /** Somebody took out the very task that was drafted before. */
  isTakenOut(drafted: DraftTask): boolean;
}

/**
 * A task that answers a requirement answers the whole of it, unless the draft cuts that one into parts: then a task of
 * ours stands for what its checks say, and only what somebody said by hand stands for all of it.
 */
export function readCoverage(bench: Bench): Coverage {
  const answering = new Map<string, MergeTask[]>();
  for (const task of bench.tasks.values())
    for (const id of task.requirement_ids) answering.set(id, [...(answering.get(id) ?? []), task]);
  const { tasks } = bench.theirs.draft;
  const keys = new Set<string | null>(tasks.map(({ key }) => key));
  const parts = Map.groupBy(
    tasks.flatMap(({ requirement_ids }) => requirement_ids),
    (id) => id,
  );
  const isCut = (id: string) => (parts.get(id)?.length ?? 0) > 1;
  // What a person or an agent planned by itself and took out again says nothing about what generation would plan.
  const gone = bench.mine.deleted.filter(({ key, follows }) => key !== null && follows === null);
  return {
    answerTo: (drafted, id) =>
      answering.get(id)?.find((task) => !isCut(id) || isByHand(task, id) || doSay(textsOf(task), drafted)),
    isBuried: (drafted, id) => {
      const now = bench.theirs.requirements.get(id)?.hash;
      return gone.some(({ key, requirements, checks }) =>
        isCut(id) && (keys.has(key) || requirements[id] !== now)
          ? id in requirements && doSay(checks, drafted)
          : requirements[id] === now,
      );
    },
    isTakenOut: (drafted) => gone.some(({ key }) => key === drafted.key),
  };
}

const isByHand = ({ origin }: MergeTask, id: string): boolean => origin?.requirement_ids.includes(id) !== true;

/** Finished work has done what it was made for, whatever its checks became. */
const textsOf = (task: MergeTask): string[] => [
  ...checkTexts(task),
  ...(isDone(task) ? (task.origin?.checks ?? []) : []),
];

/** The check of a part may say before the words how they are shown to hold. */
const doSay = (texts: readonly string[], { checks }: DraftTask): boolean =>
  checks.length > 0 && checks.every((check) => texts.some((text) => check === text || check.endsWith(`: ${text}`)));
