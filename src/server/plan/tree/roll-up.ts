import { sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Task, TaskStatus } from '#contract/task.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import type { Emit } from '#server/platform/emit.ts';
import { handBackIfHeld } from '../baton/hand-back.ts';
import { readTasks } from '../queries.ts';

interface Parent extends Record<string, unknown> {
  id: Id;
  list_id: Id;
  is_completed: boolean;
  status: TaskStatus;
}

/**
 * Propagates a change in a list to its ancestors: a parent is done when all its children are, and reopened when one is
 * not. Stops at the first ancestor that does not change. In the transaction of the change. Returns the changed tasks.
 */
export async function rollUp(ctx: Context, tx: Tx, emit: Emit, listId: Id): Promise<Task[]> {
  const changed: Parent[] = [];
  for (let next: Id | undefined = listId; next !== undefined;) {
    const parent: Parent | undefined = await settleParent(tx, next, ctx.now());
    if (parent !== undefined) changed.push(parent);
    next = parent?.list_id;
  }
  for (const parent of changed) {
    if (parent.is_completed) await handBackIfHeld(ctx, tx, emit, parent.id, 'Everything below it is done.');
  }
  const ids = changed.map(({ id }) => id);
  const place = ({ id }: Task) => ids.indexOf(id);
  // Bottom-up, like finish_usual emits them.
  const shown = (await readTasks(tx, ids)).toSorted((a, b) => place(a) - place(b));
  for (const task of shown) {
    const scope = `project:${task.project_id}` as const;
    emit(scope, 'task.updated', task);
    if (task.is_completed) emit(scope, 'parent.completed', { task_id: task.id, is_completed: true });
    emit(scope, 'parent.status_changed', { task_id: task.id, task_list_id: task.task_list_id, status: task.status });
  }
  return shown;
}

/** Uses the list's maintained counter: siblings are not read. */
async function settleParent(tx: Tx, listId: Id, now: Date): Promise<Parent | undefined> {
  const { rows } = await tx.execute<Parent>(sql`
    with list as (
      select l.parent_task_id as id,
        exists (select from tasks t where t.task_list_id = l.id and t.deleted_at is null) as has_children,
        not has_unfinished(l) as all_done
      from task_lists l where l.id = ${listId} and l.parent_task_id is not null
    ), due as (
      select p.id,
        case when not list.has_children then p.status = 'done' else list.all_done end as is_completed,
        case when not list.has_children then p.status
          when list.all_done then 'done'
          when p.status = 'done' then 'open'
          else p.status end as status
      from list join tasks p on p.id = list.id and p.deleted_at is null
    )
    update tasks p set
      is_completed = due.is_completed, status = due.status, updated_at = ${now},
      completed_at = case when due.is_completed then coalesce(p.completed_at, ${now}) end,
      agent_lock = case when due.status = 'wip' then p.agent_lock end
    from due
    where p.id = due.id and (p.is_completed, p.status) is distinct from (due.is_completed, due.status)
    returning p.id, p.task_list_id as list_id, p.is_completed, p.status`);
  return rows[0];
}
