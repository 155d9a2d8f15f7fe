import type { Id } from '#contract/fields.ts';
import { type Tx, connectionOf } from '#server/platform/db/client.ts';
import { IN_SCOPE, IS_THERE, SCOPE, requireThere, scopeValues } from './scope.ts';

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
    values: [projectId, ...scopeValues(only), except],
  });
  const [row] = rows;
  requireThere(only, row?.is_there);
  return row?.next_id ?? undefined;
}

const NEXT_IN = `
  with recursive ${SCOPE}, busy as (
    select t.root_list_id as id from batons b join tasks t on t.id = b.task_id where b.project_id = $1
  )
  select ${IS_THERE} as is_there,
    (select r.task_id from ready_tasks r join tasks t on t.id = r.task_id
      where r.project_id = $1 and t.number <> all ($4::int[]) and ${IN_SCOPE}
      order by (t.root_list_id in (select y.id from busy y)), r.place limit 1) as next_id`;
