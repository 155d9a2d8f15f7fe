import { type SQL, and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Id } from '#contract/fields.ts';
import type { PageInput } from '#contract/page.ts';
import type { Task, TaskList } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { cutPage, rowsFor } from '#server/platform/page.ts';
import { requireProject } from '#server/projects/index.ts';
import { presentTask, presentTaskList } from './present.ts';
import { taskColumns } from './rows.ts';

/** The tasks of one of the caller's projects, by order among siblings, then by level. */
export async function listTasks(ctx: Context, { id, limit, cursor }: PageInput & { id: Id }): Promise<Task[]> {
  const project = await requireProject(ctx, id);
  const behind =
    cursor === undefined
      ? undefined
      : sql`(${tasks.orderInParent}, ${tasks.level}, ${tasks.id}) > (select c.order_in_parent, c.level, c.id from tasks c where c.id = ${cursor} and c.project_id = ${project.id})`;
  const isThere = and(eq(tasks.projectId, project.id), isNull(tasks.deletedAt), behind);
  return cutPage(await selectTasks(ctx.db, isThere, rowsFor(limit)), limit, (task) => task.id);
}

/** The task lists of one of the caller's projects, by depth, then by creation. */
export async function listTaskLists(ctx: Context, { id, limit, cursor }: PageInput & { id: Id }): Promise<TaskList[]> {
  const project = await requireProject(ctx, id);
  const behind =
    cursor === undefined
      ? undefined
      : sql`(${taskLists.depth}, ${taskLists.createdAt}, ${taskLists.id}) > (select c.depth, c.created_at, c.id from task_lists c where c.id = ${cursor} and c.project_id = ${project.id})`;
  const isThere = and(eq(taskLists.projectId, project.id), isNull(taskLists.deletedAt), behind);
  return cutPage(await selectTaskLists(ctx.db, isThere, rowsFor(limit)), limit, (list) => list.id);
}

export async function selectTasks(
  db: Database | Tx,
  where: SQL | undefined,
  limit = rowsFor(undefined),
): Promise<Task[]> {
  const rows = await db
    .select({ task: taskColumns, list: taskLists })
    .from(tasks)
    .innerJoin(taskLists, eq(taskLists.id, tasks.taskListId))
    .where(where)
    .orderBy(asc(tasks.orderInParent), asc(tasks.level), asc(tasks.id))
    .limit(limit);
  return rows.map(({ task, list }) => presentTask(task, list));
}

export async function selectTaskLists(
  db: Database | Tx,
  where: SQL | undefined,
  limit = rowsFor(undefined),
): Promise<TaskList[]> {
  const parent = alias(tasks, 'parent');
  const taskCount = sql<number>`(select count(*)::int from tasks t where t.task_list_id = ${taskLists.id} and t.deleted_at is null)`;
  const rows = await db
    .select({ list: taskLists, parentTitle: parent.title, taskCount })
    .from(taskLists)
    .leftJoin(parent, eq(parent.id, taskLists.parentTaskId))
    .where(where)
    .orderBy(asc(taskLists.depth), asc(taskLists.createdAt), asc(taskLists.id))
    .limit(limit);
  return rows.map(({ list, parentTitle, taskCount: counted }) => presentTaskList(list, parentTitle, counted));
}

/** Current rows, presented as for events and answers. */
export async function readTasks(tx: Tx, ids: readonly Id[]): Promise<Task[]> {
  return ids.length === 0 ? [] : selectTasks(tx, inArray(tasks.id, [...ids]));
}

export async function readTaskLists(tx: Tx, ids: readonly Id[]): Promise<TaskList[]> {
  return ids.length === 0 ? [] : selectTaskLists(tx, inArray(taskLists.id, [...ids]));
}

/** Ids of all live descendants of a task or list. */
export async function readSubtree(
  tx: Tx,
  root: { listId: Id } | { taskId: Id },
): Promise<{ tasks: Id[]; lists: Id[] }> {
  const start =
    'listId' in root
      ? sql`select l.id, l.depth from task_lists l where l.id = ${root.listId}`
      : sql`select l.id, l.depth from task_lists l where l.parent_task_id = ${root.taskId} and l.deleted_at is null`;
  const { rows } = await tx.execute<{ list_id: Id; task_ids: Id[] | null }>(sql`
    with recursive below as (
      ${start}
      union all
      select child.id, child.depth
      from below
      join tasks t on t.task_list_id = below.id and t.deleted_at is null
      join task_lists child on child.parent_task_id = t.id and child.deleted_at is null
    )
    select below.id as list_id, array_agg(t.id) filter (where t.id is not null) as task_ids
    from below left join tasks t on t.task_list_id = below.id and t.deleted_at is null
    group by below.id`);
  const lists = rows.map((row) => row.list_id).filter((id) => !('listId' in root) || id !== root.listId);
  return { lists, tasks: rows.flatMap((row) => row.task_ids ?? []) };
}
