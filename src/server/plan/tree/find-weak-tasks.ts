import { sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Tx } from '#server/platform/db/client.ts';

/** A task with more checks should be split. */
const CHECKS_MANY = 12;

export interface WeakTask {
  number: number;
  title: string;
  checks: number;
}

interface Row extends Record<string, unknown>, WeakTask {
  total: number;
}

/**
 * Unfinished leaf tasks without any check, which nobody can see to be done, and those with so many that they should be
 * split.
 */
export async function findWeakTasks(
  tx: Tx,
  projectId: Id,
  limit: number,
): Promise<Record<'unchecked' | 'crowded', { count: number; shown: WeakTask[] }>> {
  const { rows } = await tx.execute<Row>(sql`
    select * from (
      select t.number, t.title, jsonb_array_length(t.checks) as checks,
        count(*) over (partition by jsonb_array_length(t.checks) = 0)::int as total,
        row_number() over (partition by jsonb_array_length(t.checks) = 0 order by t.number)::int as place
      from tasks t
      where t.project_id = ${projectId} and t.deleted_at is null and not t.is_completed
        and (jsonb_array_length(t.checks) = 0 or jsonb_array_length(t.checks) > ${CHECKS_MANY})
        and not exists (select from task_lists l where l.parent_task_id = t.id and l.deleted_at is null
          and (select true from tasks c where c.task_list_id = l.id and c.deleted_at is null limit 1))
    ) weak where place <= ${limit} order by number`);
  const of = (all: Row[]) => ({
    count: all[0]?.total ?? 0,
    shown: all.map(({ number, title, checks }) => ({ number, title, checks })),
  });
  return {
    unchecked: of(rows.filter(({ checks }) => checks === 0)),
    crowded: of(rows.filter(({ checks }) => checks > 0)),
  };
}
