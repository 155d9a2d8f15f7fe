import type { Id } from '#contract/fields.ts';
import { type Tx, connectionOf } from '#server/platform/db/client.ts';
import { AppError } from '#server/platform/error.ts';
import { tryTaskRef } from '../tree/task-ref.ts';

interface Row {
  is_there: boolean;
  next_id: Id | null;
}

/**
 * The first ready task of a list, or of a task and below it, or of the whole project but some, by the order in which all
 * are claimed: lists that others work on come last.
 */
export async function findNextIn(
  tx: Tx,
  projectId: Id,
  only: string | undefined,
  except: readonly number[],
): Promise<Id | undefined> {
  const { rows } = await connectionOf(tx).query<Row>({
    name: 'relay_next_in',
    text: NEXT_IN,
    values: [projectId, only ?? null, only === undefined ? null : (tryTaskRef(only)?.number ?? null), except],
  });
  const [row] = rows;
  if (only !== undefined && row?.is_there !== true)
    throw new AppError('VALIDATION_ERROR', `There is no list and no task called ${JSON.stringify(only)}.`, {
      issues: [{ path: 'only', message: 'must be the name of a list, or a task such as T14' }],
    });
  return row?.next_id ?? undefined;
}

const NEXT_IN = `
  with recursive named as (
    select l.id from task_lists l where l.project_id = $1 and l.deleted_at is null and lower(l.name) = lower($2::text)
  ), root as (
    select t.id from tasks t where t.project_id = $1 and t.deleted_at is null and t.number = $3
  ), below as (
    select n.id from named n
    union
    select l.id from task_lists l join root r on l.parent_task_id = r.id where l.deleted_at is null
    union
    select l.id from below b join tasks t on t.task_list_id = b.id and t.deleted_at is null
      join task_lists l on l.parent_task_id = t.id and l.deleted_at is null
  ), busy as (
    select t.root_list_id as id from batons b join tasks t on t.id = b.task_id where b.project_id = $1
  )
  select exists (select from named) or exists (select from root) as is_there,
    (select r.task_id from ready_tasks r join tasks t on t.id = r.task_id
      where r.project_id = $1 and t.number <> all ($4::int[])
        and ($2::text is null or t.task_list_id in (select b.id from below b) or t.id in (select x.id from root x))
      order by (t.root_list_id in (select y.id from busy y)), r.place limit 1) as next_id`;
