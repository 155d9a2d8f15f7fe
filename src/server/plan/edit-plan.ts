import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { CHECKPOINT_NAME_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { PlanOp } from '#contract/tools.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { type WritableProject, holdProject } from '#server/projects/index.ts';
import { applyOp } from './apply-op.ts';
import { createTaskList } from './edit-task-list.ts';
import { insertCheckpoint } from './insert-checkpoint.ts';
import { cutText } from './rules.ts';
import { describeRef, readTaskRef } from './task-ref.ts';

export interface PlanEdit {
  ops: readonly PlanOp[];
  dryRun: boolean;
  /** The feed's number the edit was thought out on; a plan that has changed since is not touched. */
  baseSeq: number | undefined;
}

export interface EditResult {
  lines: string[];
  seq: number;
  checkpoint: string | null;
  isDryRun: boolean;
}

/** What the ops of one edit share. */
export interface Editing {
  ctx: Context;
  tx: Tx;
  project: WritableProject;
  /** The task that is meant: one added before, by its ref, or one of the plan, by number or id. */
  find(name: string, path: string): Promise<{ id: Id; number: number; title: string }>;
  /** The root list of this name, made when there is none. */
  findList(name: string): Promise<Id>;
  name(ref: string, task: { id: Id; number: number; title: string }): void;
}

class DryRun extends Error {
  readonly result: EditResult;
  constructor(result: EditResult) {
    super('dry run');
    this.result = result;
  }
}

/** Applies many edits as one: all of them or none, with a checkpoint first when anything is removed. */
export async function editPlan(ctx: Context, projectId: Id, edit: PlanEdit): Promise<EditResult> {
  // Read before the plan is held: whoever waits for it must not need a second connection.
  const kept = await ctx.settings.read();
  try {
    return await change(ctx, async (tx, emit) => {
      const project = await holdProject(ctx, tx, projectId);
      await requireUnchanged(tx, project.id, edit.baseSeq);
      const isRemoving = edit.ops.some(({ op }) => op === 'remove');
      const checkpoint = isRemoving
        ? await insertCheckpoint(
            ctx,
            tx,
            emit,
            project,
            cutText('Before a plan edit', CHECKPOINT_NAME_MAX),
            'before_delete',
          )
        : null;
      const settings = { read: async () => kept };
      const inner: Context = { ...ctx, settings, within: { tx, emit, hasCheckpoint: isRemoving } };
      const editing = openEditing(inner, tx, project);
      const lines: string[] = [];
      for (const [place, op] of edit.ops.entries()) lines.push(...(await applyAt(editing, op, place)));
      const result = { lines, seq: 0, checkpoint: checkpoint?.id ?? null, isDryRun: edit.dryRun };
      if (edit.dryRun) throw new DryRun(result);
      return result;
    }).then(async (result) => ({ ...result, seq: await readSeq(ctx, projectId) }));
  } catch (error) {
    if (error instanceof DryRun) return { ...error.result, seq: await readSeq(ctx, projectId) };
    throw error;
  }
}

async function applyAt(editing: Editing, op: PlanOp, place: number): Promise<string[]> {
  try {
    return await applyOp(editing, op);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw error.about(`ops[${place}] (${op.op})`);
  }
}

function openEditing(ctx: Context, tx: Tx, project: WritableProject): Editing {
  const added = new Map<string, { id: Id; number: number; title: string }>();
  return {
    ctx,
    tx,
    project,
    name(ref, task) {
      const message = added.has(ref) ? 'names two tasks' : /^[t#]?\d+$/i.test(ref) ? 'looks like a task number' : '';
      if (message !== '')
        throw new AppError('VALIDATION_ERROR', `ref ${message}.`, { issues: [{ path: 'ref', message }] });
      added.set(ref, task);
    },
    async find(name, path) {
      const known = added.get(name);
      if (known !== undefined) return known;
      const ref = readTaskRef(name, path);
      const isIt = ref.id === undefined ? eq(tasks.number, ref.number ?? 0) : eq(tasks.id, ref.id);
      const [row] = await tx
        .select({ id: tasks.id, number: tasks.number, title: tasks.title })
        .from(tasks)
        .where(and(eq(tasks.projectId, project.id), isNull(tasks.deletedAt), isIt));
      if (row === undefined) throw new AppError('NOT_FOUND', `${describeRef(ref)} (${path}) was not found.`);
      return { ...row, id: row.id as Id };
    },
    async findList(name) {
      const isIt = and(
        eq(taskLists.projectId, project.id),
        isNull(taskLists.deletedAt),
        isNull(taskLists.parentTaskId),
      );
      const [row] = await tx
        .select({ id: taskLists.id })
        .from(taskLists)
        .where(and(isIt, sql`lower(${taskLists.name}) = lower(${name})`))
        .orderBy(asc(taskLists.createdAt))
        .limit(1);
      if (row !== undefined) return row.id as Id;
      return (await createTaskList(ctx, { id: project.id, name })).id;
    },
  };
}

/** Notes and calls do not change a plan; everything else that was told since does. */
async function requireUnchanged(tx: Tx, projectId: Id, baseSeq: number | undefined): Promise<void> {
  if (baseSeq === undefined) return;
  const { rows } = await tx.execute<{ seq: number }>(sql`
    select max(seq)::int as seq from events
    where scope = ${`project:${projectId}`} and seq > ${baseSeq}
      and (type like 'task%' or type like 'dependency.%' or type = 'plan.replaced')
      and type not in ('task.locked', 'task.status_changed')`);
  const last = rows[0]?.seq ?? null;
  if (last === null) return;
  throw new AppError(
    'CONFLICT',
    `The plan has changed since ${baseSeq}: nothing was changed. Call orient with since ${baseSeq}, then edit on base_seq ${last}.`,
    { code: 'EDIT_CONFLICT' },
  );
}

async function readSeq(ctx: Context, projectId: Id): Promise<number> {
  const { rows } = await ctx.db.execute<{ seq: string }>(
    sql`select seq from feed_heads where scope = ${`project:${projectId}`}`,
  );
  return Number(rows[0]?.seq ?? 0);
}
