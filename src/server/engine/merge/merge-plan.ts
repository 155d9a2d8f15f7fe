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
 * Brings the plan together with a new draft, three ways: what generation wrote before, what has become of it, and what it
 * would write now. Nothing that somebody worked on goes away, and the same draft a second time changes nothing. It works
 * on copies, step by step, so that a server can do other things in between.
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
