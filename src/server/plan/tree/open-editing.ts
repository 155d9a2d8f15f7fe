import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { PlanOp } from '#contract/tools.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, connectionOf } from '#server/platform/db/client.ts';
import { requirements, taskLists, tasks } from '#server/platform/db/tables/index.ts';
import { AppError, notFound } from '#server/platform/error.ts';
import type { Emit } from '#server/platform/emit.ts';
import { type WritableProject, noTask } from '#server/projects/index.ts';
import type { TaskListRow } from '../rows.ts';
import { type TaskRef, describeRef, readTaskRef, tryTaskRef } from './task-ref.ts';

/** A task that an op names: an existing one, or one added by this edit, whose number is known once it is written. */
export interface EditedTask {
  id: Id;
  number: number;
  title: string;
  level: number;
  /** Batched, not written yet. */
  isPending: boolean;
}

export type RootList = TaskListRow & { id: Id };

/** A requirement's hash, and its place in the PRD. */
export interface KnownRequirement {
  hash: string;
  start: number;
  end: number;
}

/** State shared by the ops of one edit. */
export interface Editing {
  ctx: Context;
  tx: Tx;
  emit: Emit;
  project: WritableProject;
  isDryRun: boolean;
  /** The administrator's limit of tasks per project. */
  taskLimit: number;
  /** Resolves a ref, number or id. */
  find(name: string, path: string): Promise<EditedTask>;
  /** Registers the ref of an added task for later ops. */
  name(ref: string, task: EditedTask): void;
  /** Task numbers by ref. */
  numbers(): Record<string, number>;
  /** Root lists in order. */
  roots: RootList[];
  requirements: ReadonlyMap<string, KnownRequirement>;
  /** Invalidates what was looked up. */
  forget(): void;
}

/** Looks up everything the ops name in a few statements (no N+1 queries). */
export async function openEditing(
  given: Pick<Editing, 'ctx' | 'tx' | 'emit' | 'project' | 'isDryRun' | 'taskLimit'>,
  ops: readonly PlanOp[],
): Promise<Editing> {
  const { tx, project } = given;
  const added = new Map<string, EditedTask>();
  const known = await lookUp(tx, project.id, ops);
  let isStale = false;
  return {
    ...given,
    roots: await readRoots(tx, project.id),
    requirements: await readNamed(tx, project.id, ops),
    name(ref, task) {
      const message = added.has(ref) ? 'names two tasks' : /^[t#]?\d+$/i.test(ref) ? 'looks like a task number' : '';
      if (message !== '')
        throw new AppError('VALIDATION_ERROR', `ref ${message}.`, { issues: [{ path: 'ref', message }] });
      added.set(ref, task);
    },
    numbers: () => Object.fromEntries([...added].map(([ref, { number }]) => [ref, number])),
    async find(name, path) {
      const own = added.get(name);
      if (own !== undefined && (own.isPending || !isStale)) return own;
      const ref = own === undefined ? readTaskRef(name, path) : { id: own.id };
      const found = known.get(keyOf(ref)) ?? (await readRows(tx, project.id, [ref]))[0];
      if (found !== undefined) return found;
      const what = `${own === undefined ? describeRef(ref) : name} (${path})`;
      throw own === undefined ? await noTask(given.ctx, connectionOf(tx), project.id, ref, what) : notFound(what);
    },
    forget() {
      known.clear();
      isStale = true;
    },
  };
}

const keyOf = (ref: TaskRef) => ref.id ?? `T${ref.number ?? 0}`;

/** Loads the tasks that the ops name. Malformed names are left for their op to refuse. */
async function lookUp(tx: Tx, projectId: Id, ops: readonly PlanOp[]): Promise<Map<string, EditedTask>> {
  const names = ops.flatMap(({ op, id, parent, after, on }) => [
    id,
    parent,
    op.startsWith('list') ? undefined : after,
    on,
  ]);
  const refs = [...new Set(names)].flatMap((name) => (name === undefined ? [] : (tryTaskRef(name) ?? [])));
  const rows = await readRows(tx, projectId, refs);
  const known = new Map<string, EditedTask>(rows.map((row) => [row.id, row]));
  for (const row of rows) known.set(`T${row.number}`, row);
  return known;
}

async function readRows(tx: Tx, projectId: Id, refs: readonly TaskRef[]): Promise<EditedTask[]> {
  if (refs.length === 0) return [];
  const ids = refs.flatMap(({ id }) => id ?? []);
  const numbers = refs.flatMap(({ number }) => number ?? []);
  const rows = await tx
    .select({ id: tasks.id, number: tasks.number, title: tasks.title, level: tasks.level })
    .from(tasks)
    .where(
      and(
        eq(tasks.projectId, projectId),
        isNull(tasks.deletedAt),
        or(
          ids.length === 0 ? undefined : inArray(tasks.id, ids),
          numbers.length === 0 ? undefined : inArray(tasks.number, numbers),
        ),
      ),
    );
  return rows.map((row) => ({ ...row, id: row.id as Id, isPending: false }));
}

async function readRoots(tx: Tx, projectId: Id): Promise<RootList[]> {
  const isRoot = and(eq(taskLists.projectId, projectId), eq(taskLists.depth, 0), isNull(taskLists.deletedAt));
  const rows = await tx.select().from(taskLists).where(isRoot).orderBy(asc(taskLists.createdAt), asc(taskLists.id));
  return rows.map((row) => ({ ...row, id: row.id as Id }));
}

async function readNamed(tx: Tx, projectId: Id, ops: readonly PlanOp[]): Promise<Map<string, KnownRequirement>> {
  const ids = [
    ...new Set(
      ops.flatMap(({ requirements: named = [], tasks: parts = [] }) => [
        ...named,
        ...parts.flatMap((part) => part.requirements ?? []),
      ]),
    ),
  ];
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: requirements.id, hash: requirements.hash, found: requirements.found })
    .from(requirements)
    .where(and(eq(requirements.projectId, projectId), inArray(requirements.id, ids)));
  return new Map(
    rows.map(({ id, hash, found }) => [id, { hash, start: found.start_line, end: found.end_line }] as const),
  );
}
