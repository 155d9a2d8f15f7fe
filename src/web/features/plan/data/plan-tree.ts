import type { Task, TaskList } from '#contract/task.ts';
import type { PlanData } from '#web/lib/live/plan-data.ts';

export interface Count {
  done: number;
  total: number;
  wip: number;
}

/** Index of lists and tasks. Rows that no root list reaches are left out. */
export interface PlanTree {
  lists: ReadonlyMap<string, TaskList>;
  tasks: ReadonlyMap<string, Task>;
  roots: readonly TaskList[];
  order: readonly Task[];
  tasksOf: ReadonlyMap<string, readonly Task[]>;
  childListOf: ReadonlyMap<string, TaskList>;
  /** Counts of all descendants, by id of list or task. */
  countOf: ReadonlyMap<string, Count>;
}

const byPlace = (a: Task, b: Task) => a.order_in_parent - b.order_in_parent || a.level - b.level || a.number - b.number;
const byCreation = (a: TaskList, b: TaskList) => compare(a.created_at, b.created_at) || compare(a.id, b.id);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const kept = new WeakMap<PlanData['tasks'], { lists: PlanData['lists']; tree: PlanTree }>();

/** Memoized by reference of both maps: a call of a baton's holder touches neither and does not rebuild it. */
export function treeOf(lists: PlanData['lists'], tasks: PlanData['tasks']): PlanTree {
  const known = kept.get(tasks);
  if (known?.lists === lists) return known.tree;
  const tree = buildTree(lists, tasks);
  kept.set(tasks, { lists, tree });
  return tree;
}

function buildTree(allLists: PlanData['lists'], allTasks: PlanData['tasks']): PlanTree {
  const inList = new Map<string, Task[]>();
  for (const task of allTasks.values()) {
    const siblings = inList.get(task.task_list_id);
    if (siblings) siblings.push(task);
    else inList.set(task.task_list_id, [task]);
  }
  const childListOf = new Map<string, TaskList>();
  for (const list of allLists.values()) if (list.parent_task_id !== null) childListOf.set(list.parent_task_id, list);

  const roots = [...allLists.values()].filter((list) => list.parent_task_id === null).toSorted(byCreation);
  const lists = new Map<string, TaskList>();
  const tasks = new Map<string, Task>();
  const tasksOf = new Map<string, readonly Task[]>();
  const countOf = new Map<string, Count>();

  const visit = (list: TaskList): Count => {
    lists.set(list.id, list);
    const siblings = (inList.get(list.id) ?? []).toSorted(byPlace);
    tasksOf.set(list.id, siblings);
    const sum: Count = { done: 0, total: 0, wip: 0 };
    for (const task of siblings) {
      tasks.set(task.id, task);
      const child = childListOf.get(task.id);
      // Each list is visited once, so that a cycle in the data cannot recurse forever.
      const below = child && !lists.has(child.id) ? visit(child) : { done: 0, total: 0, wip: 0 };
      countOf.set(task.id, below);
      sum.total += below.total + 1;
      sum.done += below.done + (task.status === 'done' ? 1 : 0);
      sum.wip += below.wip + (task.status === 'wip' ? 1 : 0);
    }
    countOf.set(list.id, sum);
    return sum;
  };
  for (const root of roots) visit(root);
  return { lists, tasks, roots, order: [...tasks.values()], tasksOf, childListOf, countOf };
}
