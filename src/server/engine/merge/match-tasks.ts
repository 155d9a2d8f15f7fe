import type { DraftTask } from '#contract/plan-draft.ts';
import { readCoverage } from './read-coverage.ts';
import type { Bench, MergeTask } from './sides.ts';

/**
 * Finds for each drafted task the one that was made for it before: by key, and where the planner has cut the
 * requirements differently, by the requirements they share. What people and agents planned by themselves is nobody's
 * counterpart.
 */
export function matchTasks(bench: Bench): void {
  const generated = [...bench.tasks.values()].filter(({ origin }) => origin?.key != null && origin.follows === null);
  const byKey = new Map(generated.map((task) => [task.origin?.key ?? '', task]));
  for (const drafted of bench.theirs.draft.tasks) {
    const found = byKey.get(drafted.key);
    if (found !== undefined) pair(bench, drafted, found);
  }
  const { isBuried, isTakenOut } = readCoverage(bench);
  // No other task becomes what somebody took out.
  const isDeleted = (drafted: DraftTask) =>
    isTakenOut(drafted) && drafted.requirement_ids.every((id) => isBuried(drafted, id));
  const left = generated.filter((task) => !bench.draftOf.has(task.id) && task.requirement_ids.length > 0);
  const answering = new Map<string, MergeTask[]>();
  for (const task of left)
    for (const id of task.requirement_ids) answering.set(id, [...(answering.get(id) ?? []), task]);
  for (const drafted of bench.theirs.draft.tasks) {
    if (bench.taskOf.has(drafted.key) || isDeleted(drafted)) continue;
    const best = mostShared(drafted, answering, (task) => !bench.draftOf.has(task.id));
    if (best !== undefined) pair(bench, drafted, best);
  }
}

function mostShared(
  drafted: DraftTask,
  answering: ReadonlyMap<string, readonly MergeTask[]>,
  isFree: (task: MergeTask) => boolean,
): MergeTask | undefined {
  const shared = new Map<MergeTask, number>();
  for (const id of drafted.requirement_ids)
    for (const task of answering.get(id) ?? []) if (isFree(task)) shared.set(task, (shared.get(task) ?? 0) + 1);
  const [best] = [...shared].toSorted(([a, n], [b, m]) => m - n || a.number - b.number);
  return best?.[0];
}

function pair(bench: Bench, drafted: DraftTask, task: MergeTask): void {
  bench.taskOf.set(drafted.key, task.id);
  bench.draftOf.set(task.id, drafted);
}
