import { and, eq, isNull } from 'drizzle-orm';
import { Id } from '#contract/fields.ts';
import type { PlanOp } from '#contract/tools.ts';
import { taskLists } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { deleteTaskList, updateTaskList } from './edit-task-list.ts';
import { insertTaskList } from './insert-rows.ts';
import { moveTaskList } from './move-task-list.ts';
import type { Editing, RootList } from './open-editing.ts';
import { cutText } from '../rules.ts';

const DEFAULT_LIST = 'Tasks';
/** Suggestions in the error about an unknown list. */
const NAMES_MAX = 8;

const isCalled = (name: string) => (list: { name: string }) => list.name.toLowerCase() === name.trim().toLowerCase();

/** By id, which is unambiguous, or by name. */
const findRoot = (editing: Editing, name: string): RootList | undefined =>
  editing.roots.find(({ id }) => id === name.trim().toLowerCase()) ?? editing.roots.find(isCalled(name));

const isId = (name: string) => Id.safeParse(name.trim().toLowerCase()).success;

/** The root list of this name, by default the first; created where there is none. An id never creates one. */
export async function requireRootList(editing: Editing, name: string | undefined): Promise<RootList> {
  if (name !== undefined && isId(name)) return requireList(editing, name, 'list');
  const found = name === undefined ? editing.roots[0] : findRoot(editing, name);
  return found ?? makeList(editing, name ?? DEFAULT_LIST, '');
}

async function makeList(editing: Editing, name: string, brief: string): Promise<RootList> {
  const fields = { projectId: editing.project.id, parent: undefined, name, brief };
  const made = await insertTaskList(editing.ctx, editing.tx, editing.emit, fields);
  editing.roots.push(made);
  return made;
}

function requireList(editing: Editing, name: string, path: 'list' | 'after'): RootList {
  const found = findRoot(editing, name);
  if (found !== undefined) return found;
  const names = editing.roots.slice(0, NAMES_MAX).map((list) => `“${cutText(list.name, 60)}”`);
  const known = names.length === 0 ? 'There are none.' : `Lists: ${names.join(', ')}.`;
  throw new AppError('NOT_FOUND', `The list “${cutText(name, 60)}” (${path}) was not found. ${known}`);
}

function requireFreeName(editing: Editing, name: string, own?: RootList): void {
  const other = editing.roots.find((list) => list.id !== own?.id && isCalled(name)(list));
  if (other === undefined) return;
  throw new AppError('CONFLICT', `There is a list “${cutText(other.name, 60)}” already: list_update changes it.`);
}

/** Adds a root list, after the named one or at the end. */
export async function addList(editing: Editing, op: PlanOp): Promise<string> {
  const name = op.name ?? '';
  requireFreeName(editing, name);
  const after = op.after === undefined ? undefined : requireList(editing, op.after, 'after');
  const made = await makeList(editing, name, op.brief ?? '');
  if (after !== undefined) await putBehind(editing, made, after);
  return `+ list ${made.name}${after === undefined ? '' : ` after ${after.name}`}`;
}

export async function changeList(editing: Editing, op: PlanOp): Promise<string> {
  const list = requireList(editing, op.list ?? '', 'list');
  if (op.name !== undefined) requireFreeName(editing, op.name, list);
  const before = list.name;
  await updateTaskList(editing.ctx, {
    id: list.id,
    ...(op.name === undefined ? {} : { name: op.name }),
    ...(op.brief === undefined ? {} : { operational_brief: op.brief }),
  });
  list.name = op.name ?? before;
  return `~ list ${op.name === undefined ? `${before} ` : ''}${sayFields(before, op)}`;
}

const sayFields = (before: string, { name, brief }: PlanOp): string =>
  [...(name === undefined ? [] : [`name: ${before} → ${name}`]), ...(brief === undefined ? [] : ['brief'])].join('; ');

/** Changes the name or brief of the list below a task. */
export async function changeListBelow(editing: Editing, op: PlanOp): Promise<string> {
  const { tx, ctx } = editing;
  const task = await editing.find(op.id ?? '', 'id');
  const live = and(eq(taskLists.parentTaskId, task.id), isNull(taskLists.deletedAt));
  const [list] = await tx.select({ id: taskLists.id, name: taskLists.name }).from(taskLists).where(live);
  if (list === undefined)
    throw new AppError('NOT_FOUND', `T${task.number} has no list below it. Add a task below it first.`);
  await updateTaskList(ctx, {
    id: list.id as Id,
    ...(op.name === undefined ? {} : { name: op.name }),
    ...(op.brief === undefined ? {} : { operational_brief: op.brief }),
  });
  return `~ list below T${task.number} ${sayFields(list.name, op)}`;
}

/** Moves a list after another, or to the front. */
export async function placeList(editing: Editing, op: PlanOp): Promise<string> {
  const list = requireList(editing, op.list ?? '', 'list');
  const after = op.after === undefined ? undefined : requireList(editing, op.after, 'after');
  if (after?.id === list.id) throw new AppError('CONFLICT', `The list “${list.name}” cannot follow itself.`);
  await putBehind(editing, list, after);
  return `> list ${list.name} ${after === undefined ? 'first' : `after ${after.name}`}`;
}

async function putBehind(editing: Editing, list: RootList, after: RootList | undefined): Promise<void> {
  const { ctx, tx, emit, project } = editing;
  editing.roots = await moveTaskList(ctx, tx, emit, project, { roots: editing.roots, list, after });
}

export async function removeList(editing: Editing, op: PlanOp): Promise<string> {
  const list = requireList(editing, op.list ?? '', 'list');
  const { deleted } = await deleteTaskList(editing.ctx, { id: list.id });
  editing.roots = editing.roots.filter(({ id }) => id !== list.id);
  editing.forget();
  return `- list ${list.name}${deleted > 0 ? ` (${deleted} ${deleted === 1 ? 'task' : 'tasks'})` : ''}`;
}
