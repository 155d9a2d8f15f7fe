import { addFollowUps } from './add-follow-ups.ts';
import { addTasks } from './add-tasks.ts';
import { listChanges } from './list-changes.ts';
import { matchLists } from './match-lists.ts';
import { matchTasks } from './match-tasks.ts';
import { mergeDependencies } from './merge-dependencies.ts';
import { giveBack, mergeTasks } from './merge-tasks.ts';
import { openBench } from './open-bench.ts';
import { placeTasks } from './place-tasks.ts';
import { clearShells, settleTree } from './settle-tree.ts';
import type { Making, Merged, Mine, Theirs } from './sides.ts';
import type { Steps } from './take-turns.ts';

/**
 * Three-way merge of the plan with a new draft: the base is what generation wrote before, "mine" the current plan,
 * "theirs" the new draft. Nothing that somebody worked on is removed, and merging the same draft twice is idempotent.
 * Works on copies, in steps that yield to the event loop.
 */
export function* mergePlan(mine: Mine, theirs: Theirs, making: Making): Steps<Merged> {
  const bench = yield* openBench(mine, theirs, making);
  yield* matchTasks(bench);
  yield;
  matchLists(bench);
  yield;
  const unanswered = yield* mergeTasks(bench);
  yield;
  const added = yield* addTasks(bench, unanswered);
  yield;
  giveBack(bench, unanswered);
  yield;
  placeTasks(bench, added);
  yield;
  yield* addFollowUps(bench, unanswered);
  yield;
  yield* mergeDependencies(bench, added);
  yield;
  const removed = clearShells(bench, added);
  yield;
  settleTree(bench);
  yield;
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
