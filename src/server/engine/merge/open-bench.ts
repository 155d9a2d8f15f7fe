import type { Id } from '#contract/fields.ts';
import type { SnapshotList, SnapshotTask } from '#server/plan/index.ts';
import type { Bench, Making, MergeList, MergeTask, Mine, Theirs } from './sides.ts';

/** Copies of the rows to work on: what was handed in stays as it is. */
export function openBench(mine: Mine, theirs: Theirs, making: Making): Bench {
  return {
    mine,
    theirs,
    making,
    before: new Map(mine.plan.tasks.map((task) => [task.id, wholeTask(task)])),
    lists: new Map(mine.plan.task_lists.map((list) => [list.id, wholeList(list)])),
    tasks: new Map(mine.plan.tasks.map((task) => [task.id, wholeTask(task)])),
    edges: mine.plan.dependencies.map((edge) => ({ ...edge })),
    taskOf: new Map(),
    draftOf: new Map(),
    listOf: new Map(),
    marks: new Map(),
  };
}

function wholeTask(task: SnapshotTask): MergeTask {
  return {
    ...task,
    checks: task.checks.map((check) => ({ ...check })),
    blocked_reason: task.blocked_reason ?? null,
    requirement_ids: [...(task.requirement_ids ?? [])],
    is_enabler: task.is_enabler ?? false,
    prd_state: task.prd_state ?? null,
    origin: task.origin === undefined || task.origin === null ? null : structuredClone(task.origin),
  };
}

const wholeList = (list: SnapshotList): MergeList => ({ ...list, origin: list.origin ?? null });

export const tasksIn = (bench: Bench, listId: Id): MergeTask[] =>
  [...bench.tasks.values()]
    .filter((task) => task.task_list_id === listId)
    .toSorted((a, b) => a.order_in_parent - b.order_in_parent || a.number - b.number);

export function childListOf(bench: Bench, taskId: Id): MergeList | undefined {
  for (const list of bench.lists.values()) if (list.parent_task_id === taskId) return list;
  return undefined;
}
