import { eq } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { TaskList, createTaskList as creating, updateTaskList as updating } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { holdProject } from '#server/projects/index.ts';
import { bringBack, hasLiveList, whatTook } from '../checkpoints/bring-back.ts';
import { readTaskLimit } from './count-tasks.ts';
import { insertTaskList } from './insert-rows.ts';
import { presentTaskList } from '../present.ts';
import { readTaskLists } from '../queries.ts';
import { type TaskListRow, taskColumns } from '../rows.ts';
import { type Removal, removeSubtree } from './remove-subtree.ts';
import { requireTaskList } from '../require-task.ts';
import { rollUp } from './roll-up.ts';
import { requireFresh } from '../rules.ts';

/** Adds a root list. */
export async function createTaskList(ctx: Context, input: InputOf<typeof creating>): Promise<TaskList> {
  return change(ctx, async (tx, emit) => {
    const project = await holdProject(ctx, tx, input.id);
    const fields = { projectId: project.id, parent: undefined, name: input.name, brief: input.operational_brief ?? '' };
    return presentTaskList(await insertTaskList(ctx, tx, emit, fields), null, 0);
  });
}

/** Renames a list or changes its brief; its tasks carry the new name. */
export async function updateTaskList(ctx: Context, input: InputOf<typeof updating>): Promise<TaskList> {
  return change(ctx, async (tx, emit) => {
    const { list, project } = await requireTaskList(ctx, tx, input.id);
    requireFresh(input.base_updated_at, list.updatedAt, `The list “${list.name}”`);
    const name = input.name ?? list.name;
    const operationalBrief = input.operational_brief ?? list.operationalBrief;
    await tx.update(taskLists).set({ name, operationalBrief, updatedAt: ctx.now() }).where(eq(taskLists.id, list.id));
    const [shown] = await readTaskLists(tx, [list.id]);
    if (shown === undefined) throw new Error('the list is gone');
    emit(`project:${project.id}`, 'task_list.updated', shown);
    return shown;
  });
}

/** Soft-deletes a list with its tasks. */
export async function deleteTaskList(ctx: Context, input: { id: Id }): Promise<Removal> {
  return change(ctx, async (tx, emit) => {
    const { list, project } = await requireTaskList(ctx, tx, input.id);
    const removal = await removeSubtree(ctx, tx, emit, project, { listId: list.id }, `“${list.name}”`);
    await rollUp(ctx, tx, emit, list.id);
    return removal;
  });
}

/** Undeletes a list with everything its deletion cascaded to. */
export async function undeleteTaskList(ctx: Context, input: { id: Id }): Promise<TaskList> {
  const limit = await readTaskLimit(ctx);
  return change(ctx, async (tx, emit) => {
    const { list, project } = await requireTaskList(ctx, tx, input.id, { deleted: true });
    const depth = await requirePlaceFor(tx, list);
    await bringBack(tx, emit, project, list.id, { shift: depth - list.depth, limit });
    await rollUp(ctx, tx, emit, list.id);
    const [shown] = await readTaskLists(tx, [list.id]);
    if (shown === undefined) throw new Error('the list is gone');
    return shown;
  });
}

/** The depth of an undeleted list: its task may have moved meanwhile, or have another list. */
async function requirePlaceFor(tx: Tx, list: TaskListRow): Promise<number> {
  const refuse = (sentence: string) => new AppError('CONFLICT', sentence);
  if (list.deletedWith !== list.id)
    throw refuse(`The list “${list.name}” ${await whatTook(tx, list.deletedWith ?? list.id)}`);
  if (list.parentTaskId === null) return 0;
  const [parent] = await tx.select(taskColumns).from(tasks).where(eq(tasks.id, list.parentTaskId));
  if (parent === undefined || parent.deletedAt !== null)
    throw refuse(`The task above “${list.name}” is deleted. Bring that back first.`);
  const taken = await hasLiveList(tx, parent.id);
  if (taken !== undefined) throw refuse(`T${parent.number} has another list meanwhile, “${taken}”. Delete that first.`);
  return parent.level + 1;
}
