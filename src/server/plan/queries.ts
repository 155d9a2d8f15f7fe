import { and, asc, count, eq, isNull } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Id } from '#contract/fields.ts';
import type { Task, TaskList } from '#contract/plan.ts';
import type { Context } from '#server/platform/context.ts';
import { taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { requireProject } from '#server/projects/index.ts';
import { presentTask, presentTaskList } from './present.ts';

/** The tasks of one of the caller's projects, by order among siblings, then by level. */
export async function listTasks(ctx: Context, input: { id: Id }): Promise<Task[]> {
  const project = await requireProject(ctx, input.id);
  const rows = await ctx.db
    .select({ task: tasks, list: taskLists })
    .from(tasks)
    .innerJoin(taskLists, eq(taskLists.id, tasks.taskListId))
    .where(and(eq(tasks.projectId, project.id), isNull(tasks.deletedAt)))
    .orderBy(asc(tasks.orderInParent), asc(tasks.level), asc(tasks.id));
  return rows.map(({ task, list }) => presentTask(task, list));
}

/** The task lists of one of the caller's projects, by depth, then by creation. */
export async function listTaskLists(ctx: Context, input: { id: Id }): Promise<TaskList[]> {
  const project = await requireProject(ctx, input.id);
  const parent = alias(tasks, 'parent');
  const rows = await ctx.db
    .select({ list: taskLists, parentTitle: parent.title, taskCount: count(tasks.id) })
    .from(taskLists)
    .leftJoin(parent, eq(parent.id, taskLists.parentTaskId))
    .leftJoin(tasks, and(eq(tasks.taskListId, taskLists.id), isNull(tasks.deletedAt)))
    .where(and(eq(taskLists.projectId, project.id), isNull(taskLists.deletedAt)))
    .groupBy(taskLists.id, parent.title)
    .orderBy(asc(taskLists.depth), asc(taskLists.createdAt), asc(taskLists.id));
  return rows.map(({ list, parentTitle, taskCount }) => presentTaskList(list, parentTitle, taskCount));
}
