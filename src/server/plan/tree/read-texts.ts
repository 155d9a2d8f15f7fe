import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Task, TaskList } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import { taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { requireProject } from '#server/projects/index.ts';
import { selectTaskLists, selectTasks } from '../queries.ts';

/** Tasks of one of the caller's projects with their texts, and the lists they belong to or have. */
export async function readTexts(
  ctx: Context,
  input: { id: Id; tasks: Id[] },
): Promise<{ tasks: Task[]; task_lists: TaskList[] }> {
  const project = await requireProject(ctx, input.id);
  const isThere = and(eq(tasks.projectId, project.id), inArray(tasks.id, input.tasks), isNull(tasks.deletedAt));
  const found = await selectTasks(ctx.db, isThere);
  if (found.length === 0) return { tasks: [], task_lists: [] };
  const around = inArray(taskLists.id, [...new Set(found.map((task) => task.task_list_id))]);
  const below = inArray(
    taskLists.parentTaskId,
    found.map(({ id }) => id),
  );
  const lists = await selectTaskLists(ctx.db, and(isNull(taskLists.deletedAt), or(around, below)));
  return { tasks: found, task_lists: lists };
}
