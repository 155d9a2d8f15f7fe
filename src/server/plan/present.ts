import type { EventDataOf } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import type { Baton } from '#contract/plan.ts';
import type { Task, TaskList } from '#contract/task.ts';
import type { batons } from '#server/platform/db/tables/index.ts';
import type { TaskListRow, TaskRow } from './rows.ts';

export function presentTask(row: TaskRow, list: TaskListRow): Task {
  return {
    id: row.id as Id,
    number: row.number,
    project_id: row.projectId as Id,
    parent_task_id: list.parentTaskId as Id | null,
    task_list_id: row.taskListId as Id,
    task_list_name: list.name,
    task_list_depth: list.depth,
    title: row.title,
    description: row.description,
    checks: row.checks,
    prd_lines:
      row.prdStartLine === null || row.prdEndLine === null ? null : { start: row.prdStartLine, end: row.prdEndLine },
    status: row.status,
    order_in_parent: row.orderInParent,
    level: row.level,
    is_completed: row.isCompleted,
    completed_at: row.completedAt?.toISOString() ?? null,
    agent_lock: row.agentLock?.toISOString() ?? null,
    blocked_reason: row.blockedReason,
    question: row.question,
    work: row.work,
    requirement_ids: row.requirementIds,
    is_enabler: row.isEnabler,
    prd_state: row.prdState,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
    deleted_at: row.deletedAt?.toISOString() ?? null,
  };
}

/** The changed fields only: a claim or finish does not send the texts again. */
export function presentPatch(before: Task, after: Task): EventDataOf<'task.patched'> {
  const keys = Object.keys(after) as (keyof Task)[];
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  return { id: after.id, number: after.number, ...Object.fromEntries(changed.map((key) => [key, after[key]])) };
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

export function presentBaton(row: Omit<typeof batons.$inferSelect, 'isExpiryTold'>): Baton {
  return {
    project_id: row.projectId as Id,
    task_id: row.taskId as Id,
    slot: row.slot,
    holder: row.holder,
    fence: row.fence,
    taken_at: row.takenAt.toISOString(),
    last_call_at: row.lastCallAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    call_count: row.callCount,
    beats: row.beats,
  };
}
