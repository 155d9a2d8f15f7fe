import type { TaskOrigin } from '#contract/plan-draft.ts';
import type { SnapshotList, SnapshotTask } from '#server/plan/index.ts';
import { indexDraft } from './draft-checks.ts';
import { indexDeleted } from './read-deleted.ts';
import { type Steps, isTurn } from './take-turns.ts';
import type { Bench, Making, MergeList, MergeTask, Mine, Theirs } from './sides.ts';

/** Copies of the rows: the input is not mutated. */
export function* openBench(mine: Mine, theirs: Theirs, making: Making): Steps<Bench> {
  const lists = new Map(mine.plan.task_lists.map((list) => [list.id, wholeList(list)]));
  const childOf: Bench['childOf'] = new Map();
  for (const list of lists.values())
    if (list.parent_task_id !== null && !childOf.has(list.parent_task_id)) childOf.set(list.parent_task_id, list);
  const before: Bench['tasks'] = new Map();
  const tasks: Bench['tasks'] = new Map();
  for (const task of mine.plan.tasks) {
    if (isTurn(tasks.size)) yield;
    before.set(task.id, wholeTask(task));
    tasks.set(task.id, wholeTask(task));
  }
  yield;
  const drafts = indexDraft(theirs.draft);
  yield;
  return {
    mine,
    theirs,
    making,
    before,
    lists,
    tasks,
    edges: mine.plan.dependencies.map((edge) => ({ ...edge })),
    taskOf: new Map(),
    draftOf: new Map(),
    listOf: new Map(),
    marks: new Map(),
    childOf,
    renamed: new Map(),
    drafts,
    deleted: indexDeleted(mine, theirs),
  };
}

function wholeTask(task: SnapshotTask): MergeTask {
  return {
    ...task,
    checks: task.checks.map((check) => ({ ...check })),
    blocked_reason: task.blocked_reason ?? null,
    question: task.question ?? null,
    work: task.work ?? null,
    requirement_ids: [...(task.requirement_ids ?? [])],
    is_enabler: task.is_enabler ?? false,
    prd_state: task.prd_state ?? null,
    origin: task.origin === undefined || task.origin === null ? null : copyOrigin(task.origin),
  };
}

const copyOrigin = (origin: TaskOrigin): TaskOrigin => ({
  ...origin,
  checks: [...origin.checks],
  requirement_ids: [...origin.requirement_ids],
  requirements: { ...origin.requirements },
  depends_on: [...origin.depends_on],
});

const wholeList = (list: SnapshotList): MergeList => ({ ...list, origin: list.origin ?? null });
