import type { DraftTask } from '#contract/plan-draft.ts';
import { put } from './draft-checks.ts';
import { type Wish, pairUp } from './pair-up.ts';
import { isBuried, isTakenOut } from './read-deleted.ts';
import type { Bench, MergeTask } from './sides.ts';
import { type Steps, isTurn } from './take-turns.ts';

/** Bounds the candidates per requirement. */
const ANSWERS_MAX = 50;

/**
 * Matches each drafted task with the one generated for it before: by key, else by shared requirements, where the
 * planner grouped them differently or a heading was renamed. Tasks planned by people and agents are never matched.
 */
export function* matchTasks(bench: Bench): Steps<void> {
  const generated = [...bench.tasks.values()].filter(({ origin }) => origin?.key != null && origin.follows === null);
  const byKey = new Map(generated.map((task) => [task.origin?.key ?? '', task]));
  const answering = new Map<string, MergeTask[]>();
  for (const task of generated) for (const id of task.requirement_ids) put(answering, id, task);
  // A deleted task is not replaced by another match.
  const isDeleted = (drafted: DraftTask) =>
    isTakenOut(bench, drafted) && drafted.requirement_ids.every((id) => isBuried(bench, drafted, id));
  yield;
  const wishes: Wish<DraftTask, MergeTask>[] = [];
  for (const drafted of bench.theirs.draft.tasks) {
    if (isTurn(wishes.length)) yield;
    const shared = isDeleted(drafted) ? new Map<MergeTask, number>() : countShared(drafted, answering);
    wishes.push({ drafted, sameKey: byKey.get(drafted.key), shared });
  }
  yield;
  const isTitled = (task: MergeTask, { title }: DraftTask) => (task.origin?.title === title ? 0 : 1);
  const pairs = pairUp<DraftTask, MergeTask>(
    wishes,
    (a, b, drafted) => isTitled(a, drafted) - isTitled(b, drafted) || a.number - b.number,
  );
  for (const [drafted, task] of pairs) {
    bench.taskOf.set(drafted.key, task.id);
    bench.draftOf.set(task.id, drafted);
  }
}

/** Repeated requirements count once, so that it does not matter which task covers the repetition. */
function countShared(
  { requirement_ids, checks }: DraftTask,
  answering: ReadonlyMap<string, readonly MergeTask[]>,
): Map<MergeTask, number> {
  const shared = new Map<MergeTask, number>();
  const checked = new Set<string>();
  const count = (ids: readonly string[]) => {
    const counted = new Set<MergeTask>();
    for (const id of ids) {
      checked.add(id);
      for (const task of (answering.get(id) ?? []).slice(0, ANSWERS_MAX)) {
        if (ids.length > 1 && counted.has(task)) continue;
        counted.add(task);
        shared.set(task, (shared.get(task) ?? 0) + 1);
      }
    }
  };
  for (const check of checks) count(check.requirement_ids);
  for (const id of requirement_ids) if (!checked.has(id)) count([id]);
  return shared;
}
