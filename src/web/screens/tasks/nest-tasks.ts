import type { Task, TaskList } from '#contract/plan.ts';

export interface TaskNode {
  task: Task;
  children: ListNode[];
}

export interface ListNode {
  list: TaskList;
  tasks: TaskNode[];
}

/** Lists by depth, then creation; siblings by their place, then level. */
export function nestTasks(tasks: readonly Task[], lists: readonly TaskList[]): ListNode[] {
  const tasksOf = Map.groupBy(tasks, (task) => task.task_list_id);
  const listsUnder = Map.groupBy(lists, (list) => list.parent_task_id ?? '');
  const build = (list: TaskList): ListNode => ({
    list,
    tasks: (tasksOf.get(list.id) ?? [])
      .toSorted((a, b) => a.order_in_parent - b.order_in_parent || a.level - b.level)
      .map((task) => ({ task, children: (listsUnder.get(task.id) ?? []).map(build) })),
  });
  return (listsUnder.get('') ?? []).map(build);
}
