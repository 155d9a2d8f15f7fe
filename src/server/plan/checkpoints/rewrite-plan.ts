import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { taskDependencies, taskLists, tasks } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import type { WritableProject } from '#server/projects/index.ts';
import { callerOf } from '../baton/caller.ts';
import { endHeld } from '../baton/hand-back.ts';
import { takeNumbers } from '../tree/insert-rows.ts';
import { loseBaton } from '../baton/lose-baton.ts';
import { readBatons } from '../baton/read-batons.ts';
import type { Snapshot } from './snapshot.ts';
import { writeSnapshot } from './write-snapshot.ts';

type Target = Pick<Snapshot, 'task_lists' | 'tasks' | 'dependencies'>;

/**
 * Makes the plan equal to the target, row by row: rows missing in the target are soft-deleted, unchanged rows are not
 * touched. The caller has locked the plan and emits the event.
 */
export async function rewritePlan(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  project: WritableProject,
  { from, to, cause }: { from: Target; to: Target; cause: Id },
): Promise<void> {
  const lists = changedRows(from.task_lists, to.task_lists);
  const rows = changedRows(from.tasks, to.tasks);
  const known = new Set(from.tasks.map(({ id }) => id));
  const added = to.tasks.filter(({ id }) => !known.has(id)).length;
  if (added > 0) await takeNumbers(tx, project.id, added);
  await takeOut(ctx, tx, tasks, missing(from.tasks, to.tasks), cause);
  await takeOut(ctx, tx, taskLists, missing(from.task_lists, to.task_lists), cause);
  const nameOf = (edge: Target['dependencies'][number]) => `${edge.task_id} ${edge.depends_on_id}`;
  const [before, after] = [new Set(from.dependencies.map(nameOf)), new Set(to.dependencies.map(nameOf))];
  await takeApart(
    tx,
    from.dependencies.filter((edge) => !after.has(nameOf(edge))),
  );
  const dependencies = to.dependencies.filter((edge) => !before.has(nameOf(edge)));
  await writeSnapshot(ctx, tx, project.id, { task_lists: lists, tasks: rows, dependencies });
  const done = new Set<string>(rows.filter(({ status }) => status === 'done').map(({ id }) => id));
  for (const baton of await readBatons(tx, { projectId: project.id }))
    if (done.has(baton.taskId)) await endHeld(ctx, tx, emit, baton, 'Everything below it is done.');
}

const missing = <T extends { id: Id }>(from: readonly T[], to: readonly T[]): Id[] => {
  const left = new Set(to.map(({ id }) => id));
  return from.filter(({ id }) => !left.has(id)).map(({ id }) => id);
};

function changedRows<T extends { id: Id }>(from: readonly T[], to: readonly T[]): T[] {
  const before = new Map(from.map((row) => [row.id, fingerprint(row)]));
  return to.filter((row) => before.get(row.id) !== fingerprint(row));
}

/** Independent of the order of fields. */
const fingerprint = (row: object): string =>
  JSON.stringify(row, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

async function takeOut(ctx: Context, tx: Tx, table: typeof tasks | typeof taskLists, ids: Id[], cause: Id) {
  if (ids.length === 0) return;
  const now = ctx.now();
  await tx.update(table).set({ deletedAt: now, deletedWith: cause, updatedAt: now }).where(inArray(table.id, ids));
}

async function takeApart(tx: Tx, edges: Target['dependencies']): Promise<void> {
  if (edges.length === 0) return;
  await tx.execute(sql`
    delete from task_dependencies d using jsonb_to_recordset(${JSON.stringify(edges)}::jsonb) as s (task_id uuid, depends_on_id uuid)
    where d.task_id = s.task_id and d.depends_on_id = s.depends_on_id`);
}

/**
 * Makes room for a new plan: ends batons, telling their holders, and clears the origins of deleted tasks, so that those
 * deletions no longer keep a requirement from being planned.
 */
export async function clearPlan(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  project: WritableProject,
  { why, cause }: { why: string; cause: Id },
): Promise<void> {
  const by = callerOf(ctx);
  for (const baton of await readBatons(tx, { projectId: project.id }))
    await loseBaton(ctx, tx, emit, baton, { why, by, reopen: true });
  const ofProject = eq(tasks.projectId, project.id);
  await tx
    .update(tasks)
    .set({ origin: sql`null` })
    .where(and(ofProject, isNotNull(tasks.deletedAt), isNotNull(tasks.origin)));
  const now = ctx.now();
  const gone = { deletedAt: now, deletedWith: cause, updatedAt: now };
  await tx
    .update(tasks)
    .set(gone)
    .where(and(ofProject, isNull(tasks.deletedAt)));
  await tx
    .update(taskLists)
    .set(gone)
    .where(and(eq(taskLists.projectId, project.id), isNull(taskLists.deletedAt)));
  await tx.delete(taskDependencies).where(eq(taskDependencies.projectId, project.id));
}
