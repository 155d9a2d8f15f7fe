import { ORDER_STEP, TREE_DEPTH_MAX } from '#contract/constants.ts';
import type { ValidationIssue } from '#contract/errors.ts';
import type { Id } from '#contract/fields.ts';
import type { Snapshot, SnapshotList, SnapshotTask } from '../checkpoints/snapshot.ts';

/**
 * Normalises an external plan: depth, level, order and completion are computed from the tree, never trusted. What
 * cannot be repaired (an unreachable list, a duplicate number, a cycle) is returned as issues.
 */
export function settlePlan(plan: Snapshot): { settled: Snapshot; issues: ValidationIssue[] } {
  const issues: ValidationIssue[] = [];
  const report = (path: string, message: string) => void issues.push({ path, message });
  requireUnique(
    plan.task_lists.map(({ id }) => id),
    (at) => report(`task_lists.${at}.id`, 'is there twice'),
  );
  requireUnique(
    plan.tasks.map(({ id }) => id),
    (at) => report(`tasks.${at}.id`, 'is there twice'),
  );
  requireUnique(
    plan.tasks.map(({ number }) => number),
    (at) => report(`tasks.${at}.number`, 'is there twice'),
  );
  requireUnique(
    plan.task_lists.map(({ id, parent_task_id }) => parent_task_id ?? id),
    (at) => report(`task_lists.${at}.parent_task_id`, 'has another list already'),
  );

  const tasksOf = Map.groupBy(plan.tasks, (task) => task.task_list_id);
  const listOf = new Map(plan.task_lists.map((list) => [list.parent_task_id ?? '', list]));
  const lists: SnapshotList[] = [];
  const tasks: SnapshotTask[] = [];
  const walk = (list: SnapshotList, depth: number): boolean => {
    if (depth >= TREE_DEPTH_MAX) {
      report('task_lists', `nests deeper than ${TREE_DEPTH_MAX} levels`);
      return true;
    }
    // Unchanged rows keep their identity: checkpoints share most of theirs.
    lists.push(list.depth === depth ? list : { ...list, depth });
    let allDone = true;
    const siblings = inOrder(tasksOf.get(list.id));
    // Orders that are unique among siblings are kept.
    const isOrdered = new Set(siblings.map((each) => each.order_in_parent)).size === siblings.length;
    for (const [place, task] of siblings.entries()) {
      const below = listOf.get(task.id);
      const at = tasks.length;
      const order = isOrdered ? task.order_in_parent : (place + 1) * ORDER_STEP;
      const isPlaced = task.level === depth && task.order_in_parent === order;
      tasks.push(isPlaced ? task : { ...task, level: depth, order_in_parent: order });
      const childrenDone = below === undefined ? undefined : walk(below, depth + 1);
      const hasChildren = below !== undefined && (tasksOf.get(below.id)?.length ?? 0) > 0;
      tasks[at] = settleStatus(tasks[at] ?? task, hasChildren ? childrenDone : undefined);
      allDone &&= tasks[at].is_completed;
    }
    return allDone;
  };
  for (const root of plan.task_lists.filter((list) => list.parent_task_id === null)) walk(root, 0);

  const reached = new Set<Id>([...lists.map(({ id }) => id), ...tasks.map(({ id }) => id)]);
  for (const [at, list] of plan.task_lists.entries())
    if (!reached.has(list.id)) report(`task_lists.${at}.parent_task_id`, 'leads to no root of the plan');
  for (const [at, task] of plan.tasks.entries())
    if (!reached.has(task.id)) report(`tasks.${at}.task_list_id`, 'names no list of the plan');
  for (const [at, { task_id, depends_on_id }] of plan.dependencies.entries())
    if (!reached.has(task_id) || !reached.has(depends_on_id)) report(`dependencies.${at}`, 'names no task of the plan');
  requireUnique(
    plan.dependencies.map(({ task_id, depends_on_id }) => `${task_id} ${depends_on_id}`),
    (at) => report(`dependencies.${at}`, 'is there twice'),
  );
  for (const [at, { prd_start_line: start, prd_end_line: end }] of plan.tasks.entries())
    if ((start === null) !== (end === null) || (start !== null && end !== null && start > end))
      report(`tasks.${at}.prd_lines`, 'is not a range of lines');
  if (issues.length === 0 && hasCycle(tasks, lists, plan.dependencies)) report('dependencies', 'form a cycle');
  return { settled: { ...plan, task_lists: lists, tasks }, issues };
}

const inOrder = (siblings: readonly SnapshotTask[] = []) =>
  siblings.toSorted((a, b) => a.order_in_parent - b.order_in_parent || a.level - b.level || a.number - b.number);

function settleStatus(task: SnapshotTask, childrenDone: boolean | undefined): SnapshotTask {
  const derived = childrenDone === undefined ? task.status : childrenDone ? 'done' : 'open';
  const status = derived === 'wip' ? 'open' : derived;
  const isCompleted = status === 'done';
  const completedAt = isCompleted ? (task.completed_at ?? task.created_at) : null;
  if (task.status === status && task.is_completed === isCompleted && task.completed_at === completedAt) return task;
  return { ...task, status, is_completed: isCompleted, completed_at: completedAt };
}

function requireUnique(values: readonly (string | number)[], report: (at: number) => void): void {
  const seen = new Set<string | number>();
  for (const [at, value] of values.entries()) {
    if (seen.has(value)) report(at);
    seen.add(value);
  }
}

/** Over dependencies and the tree together: a parent waits for its children. */
function hasCycle(
  tasks: readonly SnapshotTask[],
  lists: readonly SnapshotList[],
  dependencies: Snapshot['dependencies'],
): boolean {
  const parentOf = new Map(lists.map((list) => [list.id, list.parent_task_id]));
  const waiting = new Map<Id, number>(tasks.map(({ id }) => [id, 0]));
  const blocks = new Map<Id, Id[]>();
  const add = (waiter: Id, waitsFor: Id) => {
    waiting.set(waiter, (waiting.get(waiter) ?? 0) + 1);
    const waiters = blocks.get(waitsFor);
    if (waiters === undefined) blocks.set(waitsFor, [waiter]);
    else waiters.push(waiter);
  };
  for (const { task_id, depends_on_id } of dependencies) add(task_id, depends_on_id);
  for (const task of tasks) {
    const parent = parentOf.get(task.task_list_id);
    if (parent !== undefined && parent !== null) add(parent, task.id);
  }
  const free = [...waiting].filter(([, count]) => count === 0).map(([id]) => id);
  for (const id of free)
    for (const waiter of blocks.get(id) ?? []) {
      const left = (waiting.get(waiter) ?? 0) - 1;
      waiting.set(waiter, left);
      if (left === 0) free.push(waiter);
    }
  return free.length < tasks.length;
}
