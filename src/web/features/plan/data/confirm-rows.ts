import type { Task, TaskList } from '#contract/task.ts';
import { putList, putTask } from '#web/lib/live/plan-cache.ts';
import { GONE } from '#web/lib/live/plan-data.ts';
import type { PlanEditor } from '#web/lib/live/plan-editor.ts';
import { madeListId, nameRow } from '#web/lib/live/new-rows.ts';

/** Writes the task of a response into the plan, unless the feed has delivered a newer version already. */
export function confirmTask(plan: PlanEditor, task: Task) {
  nameRow(madeListId(task.parent_task_id ?? task.id), task.task_list_id);
  const known = plan.tasks.get(task.id);
  if (known && known.updated_at > task.updated_at) return;
  // The server created this list together with the task, and the feed has not delivered it yet.
  if (!plan.lists.get(task.task_list_id)) plan.lists.put(task.task_list_id, listFor(plan, task));
  putTask(plan, task);
  if (known?.updated_at !== task.updated_at) plan.ahead.put(task.id, task.updated_at);
}

export function confirmList(plan: PlanEditor, list: TaskList) {
  const known = plan.lists.get(list.id);
  if (known && known.updated_at > list.updated_at) return;
  putList(plan, list);
  if (known?.updated_at !== list.updated_at) plan.ahead.put(list.id, list.updated_at);
}

export function confirmTaskGone(plan: PlanEditor, id: string) {
  if (!plan.tasks.get(id)) return;
  plan.tasks.remove(id);
  plan.ahead.put(id, GONE);
}

export function confirmListGone(plan: PlanEditor, id: string) {
  if (!plan.lists.get(id)) return;
  plan.lists.remove(id);
  plan.ahead.put(id, GONE);
}

function listFor(plan: PlanEditor, task: Task): TaskList {
  const parent = plan.tasks.get(task.parent_task_id ?? '');
  return {
    id: task.task_list_id,
    project_id: task.project_id,
    parent_task_id: task.parent_task_id,
    parent_task: parent ? { id: parent.id, title: parent.title } : null,
    name: task.task_list_name,
    operational_brief: '',
    depth: task.task_list_depth,
    task_count: 1,
    created_at: task.created_at,
    updated_at: task.created_at,
    deleted_at: null,
  };
}
