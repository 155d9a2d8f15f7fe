import type { Id } from '#contract/fields.ts';
import { isWorkedOn } from './judge-task.ts';
import type { Bench, MergeList } from './sides.ts';

/** Removes empty generated lists and parents. */
export function clearShells(bench: Bench, added: ReadonlySet<Id>): { tasks: Id[]; lists: Id[] } {
  const removed: { tasks: Id[]; lists: Id[] } = { tasks: [], lists: [] };
  const drafted = new Set(bench.listOf.values());
  for (let isOver = false; !isOver;) {
    isOver = true;
    const filled = new Set([...bench.tasks.values()].map(({ task_list_id }) => task_list_id));
    for (const list of bench.lists.values()) {
      if (filled.has(list.id) || drafted.has(list.id) || !isOwnText(list)) continue;
      const parent = list.parent_task_id === null ? undefined : bench.tasks.get(list.parent_task_id);
      // A parent that was split by hand, or has requirements itself, stays.
      const isPlain =
        parent !== undefined &&
        parent.requirement_ids.length === 0 &&
        !parent.is_enabler &&
        !bench.draftOf.has(parent.id) &&
        !added.has(parent.id) &&
        !isWorkedOn(bench, parent);
      if (parent !== undefined && !isPlain) continue;
      bench.lists.delete(list.id);
      removed.lists.push(list.id);
      isOver = false;
      if (parent === undefined) continue;
      bench.tasks.delete(parent.id);
      removed.tasks.push(parent.id);
    }
  }
  const gone = new Set(removed.tasks);
  bench.edges = bench.edges.filter(({ task_id, depends_on_id }) => !gone.has(task_id) && !gone.has(depends_on_id));
  return removed;
}

const isOwnText = ({ name, operational_brief, origin }: MergeList) =>
  origin !== null && origin.name === name && origin.brief === operational_brief;

/** Recomputes depth, level and completion from the tree. */
export function settleTree(bench: Bench): void {
  const tasksOf = Map.groupBy(bench.tasks.values(), ({ task_list_id }) => task_list_id);
  const childOf = new Map([...bench.lists.values()].map((list) => [list.parent_task_id, list]));
  const walk = (list: MergeList, depth: number): boolean => {
    list.depth = depth;
    let isAllDone = true;
    for (const task of tasksOf.get(list.id) ?? []) {
      task.level = depth;
      const below = childOf.get(task.id);
      const isBelowDone = below === undefined ? true : walk(below, depth + 1);
      if (below !== undefined && (tasksOf.get(below.id)?.length ?? 0) > 0) {
        if (isBelowDone) task.status = 'done';
        else if (task.status === 'done') task.status = 'open';
        // Derived from its children, not from the PRD.
        if (task.origin !== null) delete task.origin.done;
      }
      task.is_completed = task.status === 'done';
      task.completed_at = task.is_completed ? (task.completed_at ?? bench.making.now.toISOString()) : null;
      isAllDone &&= task.is_completed;
    }
    return isAllDone;
  };
  for (const list of bench.lists.values()) if (list.parent_task_id === null) walk(list, 0);
}
