import { sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import type { Emit } from '#server/platform/emit.ts';
import type { WritableProject } from '#server/projects/index.ts';
import { readTaskLists } from '../queries.ts';
import type { TaskListRow } from '../rows.ts';

type RootList = TaskListRow & { id: Id };

/**
 * Moves a root list after another, or to the front. Root lists are ordered by creation time, in every view, export and
 * snapshot: a moved list gets a new creation time, and so do as few others as necessary. The caller has locked the plan
 * and passes its root lists in order; returns them in the new order.
 */
export async function moveTaskList(
  ctx: Context,
  tx: Tx,
  emit: Emit,
  project: WritableProject,
  { roots, list, after }: { roots: readonly RootList[]; list: RootList; after: RootList | undefined },
): Promise<RootList[]> {
  const others = roots.filter(({ id }) => id !== list.id);
  const at = after === undefined ? 0 : others.findIndex(({ id }) => id === after.id) + 1;
  const ordered = timeInOrder(
    others.toSpliced(at, 0, list),
    roots.map(({ createdAt }) => createdAt.getTime()),
  );
  const before = new Map(roots.map(({ id, createdAt }) => [id, createdAt.getTime()]));
  const moved = ordered.filter(({ id, createdAt }) => before.get(id) !== createdAt.getTime());
  if (moved.length === 0) return ordered;
  const times = JSON.stringify(moved.map(({ id, createdAt }) => ({ id, created_at: createdAt.toISOString() })));
  await tx.execute(sql`
    update task_lists l set created_at = s.created_at, updated_at = ${ctx.now()}
    from jsonb_to_recordset(${times}::jsonb) as s (id uuid, created_at timestamptz)
    where l.id = s.id and l.project_id = ${project.id}`);
  const shown = await readTaskLists(
    tx,
    moved.map(({ id }) => id),
  );
  for (const each of shown) emit(`project:${project.id}`, 'task_list.updated', each);
  return ordered;
}

/** Reassigns the existing times in the new order; equal ones are separated by a millisecond. */
function timeInOrder(ordered: readonly RootList[], times: readonly number[]): RootList[] {
  const sorted = times.toSorted((a, b) => a - b);
  for (let at = sorted.length - 2; at >= 0; at -= 1) sorted[at] = Math.min(sorted[at] ?? 0, (sorted[at + 1] ?? 0) - 1);
  return ordered.map((list, at) => ({ ...list, createdAt: new Date(sorted[at] ?? 0) }));
}
