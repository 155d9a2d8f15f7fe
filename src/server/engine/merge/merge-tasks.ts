import type { Id } from '#contract/fields.ts';
import { answerAlso } from './answer-requirements.ts';
import { followTexts } from './follow-draft.ts';
import { hasOwnProgress, isWorkedOn } from './judge-task.ts';
import { mergeTask } from './merge-task.ts';
import type { Bench } from './sides.ts';
import { type Steps, isTurn } from './take-turns.ts';
import { markState, traceTask } from './trace-task.ts';

/** Merges every task with its draft; returns what finished ones leave uncovered. */
export function* mergeTasks(bench: Bench): Steps<Map<Id, string[]>> {
  const elsewhere = new Set<string>();
  for (const task of bench.tasks.values()) {
    const drafted = bench.draftOf.get(task.id);
    const own = new Set(drafted?.requirement_ids);
    // A task somebody works on keeps its requirements, even if the draft moved them.
    if (drafted === undefined || isWorkedOn(bench, task))
      for (const id of task.requirement_ids) if (!own.has(id)) elsewhere.add(id);
  }
  const unanswered = new Map<Id, string[]>();
  for (const task of bench.tasks.values()) {
    if (isTurn(unanswered.size)) yield;
    const drafted = bench.draftOf.get(task.id);
    const hadProgress = hasOwnProgress(task);
    const verdict = drafted === undefined ? traceTask(bench, task) : mergeTask(bench, task, drafted, elsewhere);
    // A met check may disappear with its text: that there was progress is remembered.
    if (task.origin !== null && hadProgress && !hasOwnProgress(task)) task.origin.worked = true;
    markState(bench, task, verdict);
    unanswered.set(task.id, verdict.unanswered);
  }
  for (const { origin } of bench.tasks.values())
    if (origin?.follows != null) origin.follows = bench.renamed.get(origin.follows) ?? origin.follows;
  return unanswered;
}

/** A requirement given up for another task that did not take it is returned. */
export function giveBack(bench: Bench, unanswered: ReadonlyMap<Id, readonly string[]>): void {
  const covered = new Set([...unanswered.values()].flat());
  for (const task of bench.tasks.values()) for (const id of task.requirement_ids) covered.add(id);
  for (const before of bench.before.values()) {
    const lost = before.requirement_ids.filter((id) => bench.theirs.requirements.has(id) && !covered.has(id));
    const task = lost.length === 0 ? undefined : bench.tasks.get(before.id);
    if (task === undefined) continue;
    for (const id of lost) covered.add(id);
    const drafted = bench.draftOf.get(task.id);
    answerAlso(bench, task, lost);
    if (drafted !== undefined) followTexts(bench, task, drafted, { added: lost, isFollowing: true });
  }
}
