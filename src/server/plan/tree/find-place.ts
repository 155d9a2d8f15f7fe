import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { ORDER_STEP, TASK_LIST_NAME_MAX } from '#contract/constants.ts';
import { notFound } from '#server/platform/error.ts';
import type { Emit } from '#server/platform/emit.ts';
import type { WritableProject } from '#server/projects/index.ts';
import { insertTaskList } from './insert-rows.ts';
import type { TaskListRow } from '../rows.ts';
import { cutText, orderBetween, requireDepth } from '../rules.ts';

export interface Place {
  task_list_id?: Id | undefined;
  parent_task_id?: Id | undefined;
  after_task_id?: Id | null | undefined;
}

const DEFAULT_LIST = 'Tasks';

/** The list a task goes into; created below a task that has none, and in a plan without lists. */
export async function findList(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  project: WritableProject,
  place: Place,
): Promise<TaskListRow & { id: Id }> {
  const live = and(eq(taskLists.projectId, project.id), isNull(taskLists.deletedAt));
  const first = async (where: ReturnType<typeof eq> | undefined) => {
    const query = tx
      .select()
      .from(taskLists)
      .where(and(live, where))
      .orderBy(asc(taskLists.createdAt), asc(taskLists.id));
    const [row] = await query.limit(1);
    return row === undefined ? undefined : { ...row, id: row.id as Id };
  };
  if (place.task_list_id !== undefined) {
    const named = await first(eq(taskLists.id, place.task_list_id));
    if (named === undefined) throw notFound('The task list');
    return named;
  }
  if (place.parent_task_id !== undefined) return childListOf(ctx, tx, emit, project, place.parent_task_id, first);
  return (
    (await first(isNull(taskLists.parentTaskId))) ??
    insertTaskList(ctx, tx, emit, { projectId: project.id, parent: undefined, name: DEFAULT_LIST, brief: '' })
  );
}

async function childListOf(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  project: WritableProject,
  parentId: Id,
  first: (where: ReturnType<typeof eq>) => Promise<(TaskListRow & { id: Id }) | undefined>,
): Promise<TaskListRow & { id: Id }> {
  const ofProject = and(eq(tasks.id, parentId), eq(tasks.projectId, project.id), isNull(tasks.deletedAt));
  const [parent] = await tx.select({ title: tasks.title, level: tasks.level }).from(tasks).where(ofProject);
  if (parent === undefined) throw notFound('The parent task');
  const existing = await first(eq(taskLists.parentTaskId, parentId));
  if (existing !== undefined) return existing;
  requireDepth(parent.level + 1);
  const above = { id: parentId, ...parent };
  return insertTaskList(ctx, tx, emit, {
    projectId: project.id,
    parent: above,
    name: cutText(parent.title, TASK_LIST_NAME_MAX),
    brief: '',
  });
}

/** A free order in a list. Without a gap between two neighbours the list is renumbered. */
export async function findOrder(
  tx: Tx,
  emit: Emit,
  list: { id: Id; projectId: string },
  after: Id | null | undefined,
  moving?: Id,
): Promise<number> {
  const found = await lookForOrder(tx, list.id, after, moving);
  if (found !== undefined) return found;
  await spreadOut(tx, emit, list);
  const second = await lookForOrder(tx, list.id, after, moving);
  if (second === undefined) throw new Error('a list that was spread out has room');
  return second;
}

async function lookForOrder(
  tx: Tx,
  listId: Id,
  after: Id | null | undefined,
  moving: Id | undefined,
): Promise<number | undefined> {
  const others = sql`t.task_list_id = ${listId} and t.deleted_at is null and t.id is distinct from ${moving ?? null}::uuid`;
  if (after === undefined) {
    const { rows } = await tx.execute<{ last: number | null }>(
      sql`select max(t.order_in_parent) as last from tasks t where ${others}`,
    );
    return orderBetween(rows[0]?.last ?? undefined, undefined);
  }
  if (after === null) {
    const { rows } = await tx.execute<{ first: number | null }>(
      sql`select min(t.order_in_parent) as first from tasks t where ${others}`,
    );
    return orderBetween(undefined, rows[0]?.first ?? undefined);
  }
  const { rows } = await tx.execute<{ before: number; next: number | null }>(sql`
    select a.order_in_parent as before,
      (select min(t.order_in_parent) from tasks t where ${others} and t.order_in_parent > a.order_in_parent) as next
    from tasks a where a.id = ${after} and a.task_list_id = ${listId} and a.deleted_at is null and a.id is distinct from ${moving ?? null}::uuid`);
  const [row] = rows;
  if (row === undefined) throw notFound('The task to follow');
  return orderBetween(row.before, row.next ?? undefined);
}

async function spreadOut(tx: Tx, emit: Emit, list: { id: Id; projectId: string }): Promise<void> {
  const { rows } = await tx.execute<{ id: Id; order_in_parent: number }>(sql`
    update tasks set order_in_parent = spread.place * ${ORDER_STEP}
    from (select t.id, row_number() over (order by t.order_in_parent, t.level, t.id)::int as place from tasks t where t.task_list_id = ${list.id} and t.deleted_at is null) spread
    where tasks.id = spread.id
    returning tasks.id, tasks.order_in_parent`);
  emit(`project:${list.projectId}`, 'tasks.reordered', { task_list_id: list.id, orders: rows });
}
