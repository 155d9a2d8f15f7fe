import type { Id } from '#contract/fields.ts';
import type { Tx } from '#server/platform/db/client.ts';
import type { Emit } from '#server/platform/emit.ts';
import { readTaskLists, readTasks } from '../queries.ts';

/** Above this many rows, reading the plan again is cheaper than an event for each. */
export const TELL_EACH_MAX = 100;

/** Emits an event per changed row, or one for the whole plan. */
export async function tellRows(
  tx: Tx,
  emit: Emit,
  projectId: Id,
  { tasks, lists }: { tasks: Id[]; lists: Id[] },
  what: 'created' | 'updated' | 'deleted',
): Promise<void> {
  const scope = `project:${projectId}` as const;
  if (tasks.length + lists.length > TELL_EACH_MAX) return emit(scope, 'plan.replaced', { cause: 'edit' });
  for (const list of await readTaskLists(tx, lists)) emit(scope, `task_list.${what}`, list);
  for (const task of await readTasks(tx, tasks)) emit(scope, `task.${what}`, task);
}
