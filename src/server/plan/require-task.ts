import { eq, getColumns } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, connectionOf } from '#server/platform/db/client.ts';
import { shapeOf } from '#server/platform/db/row-shape.ts';
import { projects, taskLists } from '#server/platform/db/tables/index.ts';
import { AppError, notFound } from '#server/platform/error.ts';
import { type WritableProject, allowWriting, noTask, proveRole, requireWritable } from '#server/projects/index.ts';
import { type TaskListRow, type TaskRow, taskColumns } from './rows.ts';
import { type HeldRow, readBatons } from './baton/read-batons.ts';
import { type TaskRef, describeRef } from './tree/task-ref.ts';

export interface OwnedTask {
  task: TaskRow & { id: Id };
  list: TaskListRow & { id: Id };
  project: WritableProject;
  /** Every baton of the project, by slot. */
  batons: HeldRow[];
  hasChildren: boolean;
  /** Numbers of its unfinished dependencies. */
  waitsFor: number[];
  /** No other task of its list is incomplete: when it is completed, so is the parent, if there is one. */
  isLastOpen: boolean;
}

/** A task by number or id, in a project that the caller named too. */
export interface NamedTask {
  projectId: Id;
  ref: TaskRef;
}

/**
 * A task of the caller's with its project locked until the transaction ends: edits of one plan are serialised, so that
 * order, roll-up and cycles are decided on stable rows. Another user's task is NOT_FOUND like a missing one. Read-only
 * projects are refused, except for releasing a baton: the task is reopened and the holder's last note stored, so that
 * no baton is stuck. Marking it done is refused.
 */
export async function requireTask(
  ctx: Context,
  tx: Tx,
  name: Id | NamedTask,
  { deleted = false, handsBack = false }: { deleted?: boolean; handsBack?: boolean } = {},
): Promise<OwnedTask> {
  if (typeof name !== 'string') return requireNamed(ctx, tx, name, { deleted, handsBack });
  const { owned } = await hold(ctx, tx, BY_ID, { held: name, values: [name], what: 'The task', handsBack });
  if (owned === undefined || (owned.task.deletedAt !== null) !== deleted) throw notFound('The task');
  return owned;
}

async function requireNamed(
  ctx: Context,
  tx: Tx,
  { projectId, ref }: NamedTask,
  { deleted, handsBack }: { deleted: boolean; handsBack: boolean },
): Promise<OwnedTask> {
  const values = [projectId, ref.id ?? null, ref.number ?? null];
  const what = `The task ${describeRef(ref)}`;
  const { owned } = await hold(ctx, tx, BY_REF, { held: projectId, values, what, handsBack }).catch(
    async (error: unknown) => {
      const isMissing = error instanceof AppError && error.type === 'NOT_FOUND';
      throw isMissing ? await noTask(ctx, connectionOf(tx), projectId, ref) : error;
    },
  );
  if (owned === undefined || (owned.task.deletedAt !== null) !== deleted)
    throw await noTask(ctx, connectionOf(tx), projectId, ref);
  return owned;
}

/** The first ready task of a project in tree order, locked the same way; and every baton of the project. */
export async function findNextTask(
  ctx: Context,
  tx: Tx,
  projectId: Id,
): Promise<{ owned: OwnedTask | undefined; batons: HeldRow[] }> {
  return hold(ctx, tx, NEXT, { held: projectId, values: [projectId], what: 'The project', handsBack: false });
}

const task = shapeOf<TaskRow & { id: Id }>(taskColumns, 't');
const list = shapeOf<TaskListRow & { id: Id }>(getColumns(taskLists), 'l');
const project = shapeOf<typeof projects.$inferSelect>(getColumns(projects), 'p');

/** Answered without reading all siblings, children or dependencies: by partial indexes and the list's counter. */
const AROUND = `
  exists (select from task_lists cl where cl.parent_task_id = t.id and cl.deleted_at is null
    and (select true from tasks c where c.task_list_id = cl.id and c.deleted_at is null limit 1)),
  array(select a.number from task_dependencies d
    cross join lateral (select o.number, o.status, o.deleted_at from tasks o where o.id = d.depends_on_id offset 0) a
    where d.task_id = t.id and a.deleted_at is null and a.status <> 'done' order by a.number),
  l.unfinished = (t.deleted_at is null and not t.is_completed)::int`;
const SELECT = `select ${task.select}, ${list.select}, ${project.select}, ${AROUND}`;
const OF_TASK = `${SELECT} from tasks t join task_lists l on l.id = t.task_list_id join projects p on p.id = t.project_id`;
const HOLD = 'select from projects p where p.id = $1 for no key update';

interface Wanted {
  /** What the lock is found by: a project, or a task of it. */
  held: Id;
  values: unknown[];
  what: string;
  handsBack: boolean;
}

interface Way {
  name: string;
  hold: string;
  read: string;
}
const BY_ID: Way = {
  name: 'by_id',
  hold: 'select from projects p where p.id = (select project_id from tasks where id = $1) for no key update',
  read: `${OF_TASK} where t.id = $1`,
};
const BY_REF: Way = {
  name: 'by_ref',
  hold: HOLD,
  read: `${OF_TASK} where t.project_id = $1 and (t.id = $2 or t.number = $3)`,
};
const NEXT: Way = {
  name: 'next',
  hold: HOLD,
  // Without a ready task it must still be proven that the project is the caller's.
  read: `${SELECT} from projects p left join tasks t on t.id = next_ready(p.id) left join task_lists l on l.id = t.task_list_id where p.id = $1`,
};

/**
 * Pipelined statements: the first waits for the lock, the others read afterwards, each with a new snapshot. In one
 * statement the locked row would be joined with rows of the snapshot from before the wait.
 */
async function hold(
  ctx: Context,
  tx: Tx,
  way: Way,
  { held, values, what, handsBack }: Wanted,
): Promise<{ owned: OwnedTask | undefined; batons: HeldRow[] }> {
  const connection = connectionOf(tx);
  const [, { rows }, batons] = await Promise.all([
    connection.query({ name: `baton_hold_${way.name}`, text: way.hold, values: [held] }),
    connection.query<unknown[]>({ name: `baton_read_${way.name}`, text: way.read, values, rowMode: 'array' }),
    readBatons(tx, way === BY_ID ? { taskId: held } : { projectId: held }),
  ]);
  const row = rows[0] ?? [];
  const ofTask = task.read(row, 0);
  const ofList = list.read(row, task.size);
  const seen = await proveRole(ctx, tx, project.read(row, task.size + list.size), what);
  const writable = handsBack ? allowWriting(seen) : await requireWritable(ctx, tx, seen);
  if (ofTask === undefined || ofList === undefined) return { owned: undefined, batons };
  const [hasChildren, waitsFor, isLastOpen] = row.slice(task.size + list.size + project.size) as [
    boolean,
    number[],
    boolean,
  ];
  return {
    batons,
    owned: { task: ofTask, list: ofList, project: writable, batons, hasChildren, waitsFor, isLastOpen },
  };
}

/** The same for a list. */
export async function requireTaskList(
  ctx: Context,
  tx: Tx,
  id: Id,
  { deleted = false }: { deleted?: boolean } = {},
): Promise<Pick<OwnedTask, 'list' | 'project'>> {
  const [held] = await tx
    .select({ project: projects })
    .from(projects)
    .innerJoin(taskLists, eq(taskLists.projectId, projects.id))
    .where(eq(taskLists.id, id))
    .for('no key update', { of: projects });
  const seen = await proveRole(ctx, tx, held?.project, 'The task list');
  const [row] = await tx.select().from(taskLists).where(eq(taskLists.id, id));
  if (row === undefined || (row.deletedAt !== null) !== deleted) throw notFound('The task list');
  return { project: await requireWritable(ctx, tx, seen), list: { ...row, id } };
}
