import { ORDER_STEP } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Task, TaskList } from '#contract/task.ts';
import type { PlanEditor } from '#web/lib/live/plan-editor.ts';
import { currentId, madeListId } from '#web/lib/live/new-rows.ts';

export interface Place {
  taskListId?: string;
  parentTaskId?: string;
  /** Null for the first place; undefined for the last. */
  afterTaskId?: string | null;
}

type Placed = Pick<
  Task,
  'task_list_id' | 'task_list_name' | 'task_list_depth' | 'parent_task_id' | 'order_in_parent' | 'level'
>;

/** Brands a temporary id, which stands in for the server's until the row is confirmed. */
export const asId = (id: string) => id as Id;

/** Predicts the place the server will assign. Inserts a placeholder for a list that does not exist yet. */
export function placeTask(plan: PlanEditor, place: Place, taskId: string, at: string): Placed {
  const parentId = place.parentTaskId && currentId(place.parentTaskId);
  const list = findList(plan, place.taskListId, parentId) ?? makeList(plan, parentId, taskId, at);
  const parent = plan.tasks.get(list.parent_task_id ?? '');
  const siblings = [...plan.tasks.values()]
    .filter((task) => task.task_list_id === list.id && task.id !== taskId)
    .toSorted((a, b) => a.order_in_parent - b.order_in_parent || a.level - b.level);
  return {
    task_list_id: list.id,
    task_list_name: list.name,
    task_list_depth: list.depth,
    parent_task_id: list.parent_task_id,
    level: parent ? parent.level + 1 : 0,
    order_in_parent: orderAfter(siblings, place.afterTaskId && currentId(place.afterTaskId)),
  };
}

function findList(plan: PlanEditor, listId: string | undefined, parentId: string | undefined): TaskList | undefined {
  if (listId !== undefined) return plan.lists.get(listId) ?? plan.lists.get(currentId(listId));
  const lists = [...plan.lists.values()];
  if (parentId !== undefined) return lists.find((list) => list.parent_task_id === parentId);
  return lists
    .filter((list) => list.parent_task_id === null)
    .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))[0];
}

/** Placeholder of the list the server creates below a task without one, or in an empty plan. */
function makeList(plan: PlanEditor, parentTaskId: string | undefined, taskId: string, at: string): TaskList {
  const parent = plan.tasks.get(parentTaskId ?? '');
  const list: TaskList = {
    id: asId(madeListId(parentTaskId ?? taskId)),
    project_id: plan.project.id,
    parent_task_id: parent?.id ?? null,
    parent_task: parent ? { id: parent.id, title: parent.title } : null,
    name: parent?.title ?? 'Tasks',
    operational_brief: '',
    depth: parent ? parent.task_list_depth + 1 : 0,
    task_count: 0,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  };
  plan.lists.put(list.id, list);
  return list;
}

function orderAfter(siblings: readonly Task[], afterId: string | null | undefined): number {
  const found = siblings.findIndex((task) => task.id === afterId);
  const index = afterId === null ? -1 : found < 0 ? siblings.length - 1 : found;
  const before = siblings[index]?.order_in_parent;
  const after = siblings[index + 1]?.order_in_parent;
  if (before === undefined) return (after ?? ORDER_STEP) - ORDER_STEP;
  // There may be no integer left between two neighbours: the server renumbers, here a fraction is enough.
  return after === undefined ? before + ORDER_STEP : (before + after) / 2;
}
