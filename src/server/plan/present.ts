import type { Id } from '#contract/fields.ts';
import type { Task, TaskList } from '#contract/plan.ts';
import type { taskLists, tasks } from '#server/platform/db/tables/index.ts';

type TaskRow = typeof tasks.$inferSelect;
type TaskListRow = typeof taskLists.$inferSelect;

export function presentTask(row: TaskRow, list: TaskListRow): Task {
  return {
    id: row.id as Id,
    project_id: row.projectId as Id,
    parent_task_id: list.parentTaskId as Id | null,
    task_list_id: row.taskListId as Id,
    task_list_name: list.name,
    task_list_depth: list.depth,
    title: row.title,
    description: row.description,
    status: row.status,
    order_in_parent: row.orderInParent,
    level: row.level,
    is_completed: row.isCompleted,
    agent_lock: row.agentLock?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
  };
}

export function presentTaskList(row: TaskListRow, parentTitle: string | null, taskCount: number): TaskList {
  return {
    id: row.id as Id,
    project_id: row.projectId as Id,
    parent_task_id: row.parentTaskId as Id | null,
    parent_task: row.parentTaskId === null ? null : { id: row.parentTaskId as Id, title: parentTitle ?? '' },
    name: row.name,
    operational_brief: row.operationalBrief,
    depth: row.depth,
    task_count: taskCount,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
  };
}
