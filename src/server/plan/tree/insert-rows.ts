import { eq, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Check, TaskStatus } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { projects, taskLists, tasks } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import { newId } from '#server/platform/id.ts';
import type { WritableProjectId } from '#server/projects/index.ts';
import type { TaskOrigin } from '#contract/plan-draft.ts';
import { originsOf } from '../prd/make-origin.ts';
import { presentTask, presentTaskList } from '../present.ts';
import { type TaskListRow, type TaskRow, taskColumns } from '../rows.ts';

export interface NewTask {
  id?: Id;
  title: string;
  description?: string | undefined;
  checks?: Check[] | undefined;
  prd_lines?: { start: number; end: number } | null | undefined;
  requirement_ids?: string[] | undefined;
  order: number;
}

/** Adds a list below a task, or at the root. */
export async function insertTaskList(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  fields: {
    projectId: WritableProjectId;
    parent: { id: Id; title: string; level: number } | undefined;
    name: string;
    brief: string;
  },
): Promise<TaskListRow & { id: Id }> {
  const { projectId, parent, name, brief } = fields;
  const now = ctx.now();
  const id = newId(now.getTime());
  const [row] = await tx
    .insert(taskLists)
    .values({
      id,
      projectId,
      parentTaskId: parent?.id ?? null,
      name,
      operationalBrief: brief,
      depth: parent === undefined ? 0 : parent.level + 1,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  if (row === undefined) throw new Error('the list was not inserted');
  emit(`project:${projectId}`, 'task_list.created', presentTaskList(row, parent?.title ?? null, 0));
  return { ...row, id };
}

/** Adds open tasks to a list, with the project's next numbers, and emits an event for each. */
export async function insertTasks(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  list: TaskListRow,
  added: readonly NewTask[],
): Promise<(TaskRow & { id: Id })[]> {
  const origins = await originsOf(tx, list.projectId as Id, added);
  const { first } = await takeNumbers(tx, list.projectId as Id, added.length);
  const numbered = added.map((task, place) => ({
    ...task,
    list,
    number: first + place,
    origin: origins[place] ?? null,
  }));
  return insertNumbered(ctx, tx, emit, numbered);
}

export interface NumberedTask extends NewTask {
  list: TaskListRow;
  number: number;
  origin: TaskOrigin | null;
}

/** The same for tasks of several lists whose numbers were reserved before, in one statement. */
export async function insertNumbered(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  added: readonly NumberedTask[],
): Promise<(TaskRow & { id: Id })[]> {
  const now = ctx.now();
  const rows = await tx
    .insert(tasks)
    .values(
      added.map((task) => ({
        id: task.id ?? newId(now.getTime()),
        projectId: task.list.projectId,
        taskListId: task.list.id,
        number: task.number,
        title: task.title,
        description: task.description ?? '',
        checks: task.checks ?? [],
        prdStartLine: task.prd_lines?.start ?? null,
        prdEndLine: task.prd_lines?.end ?? null,
        status: 'open' satisfies TaskStatus as TaskStatus,
        orderInParent: task.order,
        level: task.list.depth,
        requirementIds: task.requirement_ids ?? [],
        origin: task.origin,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .returning(taskColumns);
  const listOf = new Map(added.map(({ list }) => [list.id, list]));
  for (const row of rows) {
    const list = listOf.get(row.taskListId);
    if (list !== undefined) emit(`project:${row.projectId}`, 'task.created', presentTask(row, list));
  }
  return rows.map((row) => ({ ...row, id: row.id as Id }));
}

/** Numbers are never reused: deleted tasks keep theirs, so that "T12" in an old note never means another task. */
export async function takeNumbers(tx: Tx, projectId: Id, count: number): Promise<{ first: number }> {
  const [row] = await tx
    .update(projects)
    .set({ lastTaskNumber: sql`${projects.lastTaskNumber} + ${count}` })
    .where(eq(projects.id, projectId))
    .returning({ last: projects.lastTaskNumber });
  if (row === undefined) throw new Error('the project is gone');
  return { first: row.last - count + 1 };
}
