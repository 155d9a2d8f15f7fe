import type { Task } from '#contract/task.ts';
import type { PlanView } from '../data/plan-view.ts';
import type { Found } from './filter-plan.ts';
import type { TreeRow } from './tree-row.ts';

export interface TreeView {
  /** Root lists to show; empty means all. */
  lists: readonly string[];
  found: Found | undefined;
  isFolded: (id: string) => boolean;
}

/** Flattens the tree into its visible rows, top to bottom, without collapsed and filtered ones. */
export function flattenPlan(plan: PlanView, { lists, found, isFolded }: TreeView): TreeRow[] {
  const rows: TreeRow[] = [];
  const visible = (tasks: readonly Task[]) => (found ? tasks.filter(({ id }) => found.shown.has(id)) : tasks);

  const addTasks = (parentId: string, tasks: readonly Task[], level: number, lit: number) => {
    const last = plan.active.has(parentId) ? tasks.findLastIndex(({ id }) => plan.active.has(id)) : -1;
    const through = lit | (1 << (level - 2));
    for (const [i, task] of tasks.entries()) {
      const below = visible(plan.childrenOf(task.id));
      const expanded = below.length > 0 ? !isFolded(task.id) : undefined;
      const ownLit = i < last ? through : lit;
      rows.push({
        kind: 'task',
        id: task.id,
        task,
        level,
        position: i + 1,
        setSize: tasks.length,
        expanded,
        lit: ownLit,
        elbow: i <= last && plan.active.has(task.id),
        hit: found?.hits.has(task.id) ?? true,
      });
      if (expanded) addTasks(task.id, below, level + 1, ownLit);
    }
  };

  const roots = plan.roots
    .filter(({ id }) => lists.length === 0 || lists.includes(id))
    .map((list) => ({ list, tasks: visible(plan.tasksOf(list.id)) }))
    .filter(({ tasks }) => found === undefined || tasks.length > 0);
  for (const [i, { list, tasks }] of roots.entries()) {
    const expanded = tasks.length > 0 ? !isFolded(list.id) : undefined;
    rows.push({
      kind: 'list',
      id: list.id,
      list,
      level: 1,
      position: i + 1,
      setSize: roots.length,
      expanded,
      lit: 0,
      elbow: false,
      hit: found === undefined,
    });
    if (expanded) addTasks(list.id, tasks, 2, 0);
  }
  return rows;
}
