import type { Id } from '#contract/fields.ts';
import { addFollowUps } from './add-follow-ups.ts';
import { addTasks } from './add-tasks.ts';
import { checkTexts, isSame, isSameSet } from './judge-task.ts';
import { matchLists } from './match-lists.ts';
import { matchTasks } from './match-tasks.ts';
import { mergeDependencies } from './merge-dependencies.ts';
import { mergeTask } from './merge-task.ts';
import { openBench } from './open-bench.ts';
import { placeTasks } from './place-tasks.ts';
import { clearShells, settleTree } from './settle-tree.ts';
import type { Bench, Change, Making, Merged, MergeTask, Mine, Theirs } from './sides.ts';
import { markState, traceTask } from './trace-task.ts';

/**
 * Brings the plan together with a new draft, three ways: what generation wrote before, what has become of it, and what it
 * would write now. Nothing that somebody worked on goes away, and the same draft a second time changes nothing.
 */
export function mergePlan(mine: Mine, theirs: Theirs, making: Making): Merged {
  const bench = openBench(mine, theirs, making);
  matchTasks(bench);
  matchLists(bench);
  const unanswered = mergeTasks(bench);
  const added = addTasks(bench);
  placeTasks(bench, added);
  addFollowUps(bench, unanswered);
  mergeDependencies(bench, added);
  const removed = clearShells(bench, added);
  settleTree(bench);
  for (const id of added) bench.marks.set(id, { change: 'added', reason: '' });
  return {
    plan: {
      task_lists: [...bench.lists.values()],
      tasks: [...bench.tasks.values()],
      dependencies: bench.edges,
    },
    changes: listChanges(bench, removed.tasks),
    removed,
  };
}

function mergeTasks(bench: Bench): Map<Id, string[]> {
  const elsewhere = new Set<string>();
  for (const task of bench.tasks.values())
    if (!bench.draftOf.has(task.id)) for (const id of task.requirement_ids) elsewhere.add(id);
  const unanswered = new Map<Id, string[]>();
  for (const task of bench.tasks.values()) {
    const drafted = bench.draftOf.get(task.id);
    const verdict = drafted === undefined ? traceTask(bench, task) : mergeTask(bench, task, drafted, elsewhere);
    markState(bench, task, verdict);
    unanswered.set(task.id, verdict.unanswered);
  }
  return unanswered;
}

function listChanges(bench: Bench, removed: readonly Id[]): Change[] {
  const nameOf = (task: MergeTask) =>
    bench.lists.get(task.task_list_id)?.name ??
    bench.mine.plan.task_lists.find(({ id }) => id === task.task_list_id)?.name ??
    '';
  const changes = [...bench.tasks.values()].map((task): Change => {
    const before = bench.before.get(task.id);
    const mark = bench.marks.get(task.id) ?? judge(before, task);
    return { ...mark, task, isNew: before === undefined, listName: nameOf(task) };
  });
  for (const id of removed) {
    const task = bench.before.get(id);
    if (task !== undefined)
      changes.push({
        change: 'removed',
        reason: 'Nothing is left below it.',
        task,
        isNew: false,
        listName: nameOf(task),
      });
  }
  return changes;
}

/** What a person would see: that lines of the PRD have moved is no change of the task. */
function judge(before: MergeTask | undefined, task: MergeTask): Pick<Change, 'change' | 'reason'> {
  if (before === undefined) return { change: 'added', reason: '' };
  const isMoved = before.task_list_id !== task.task_list_id;
  const isReworded =
    before.title !== task.title ||
    before.description !== task.description ||
    !isSame(checkTexts(before), checkTexts(task)) ||
    !isSameSet(before.requirement_ids, task.requirement_ids);
  if (isReworded) return { change: 'updated', reason: 'Nobody had edited it, so it follows the PRD.' };
  if (isMoved) return { change: 'updated', reason: 'It moves to another list.' };
  if (before.prd_state === 'orphaned' && task.prd_state === null)
    return { change: 'updated', reason: 'The PRD asks for it again.' };
  return { change: 'kept', reason: '' };
}
