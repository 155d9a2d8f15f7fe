import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { tasks } from '#server/platform/db/tables/index.ts';

/** What coverage needs to know of a task. */
export interface TracedTask {
  id: Id;
  number: number;
  requirement_ids: readonly string[];
  status: 'open' | 'wip' | 'done';
  prd_state: 'review' | 'orphaned' | null;
  /** Created because a finished task's requirement changed. */
  is_follow_up: boolean;
}

/** The live tasks with requirements. */
export async function listTraced(db: Database | Tx, projectId: Id): Promise<TracedTask[]> {
  const isTraced = sql`${tasks.requirementIds} <> '{}'`;
  const rows = await db
    .select({
      id: sql<Id>`${tasks.id}`,
      number: tasks.number,
      requirement_ids: tasks.requirementIds,
      status: tasks.status,
      prd_state: tasks.prdState,
      is_follow_up: sql<boolean>`(${tasks.origin} ->> 'follows') is not null`,
    })
    .from(tasks)
    .where(and(eq(tasks.projectId, projectId), isNull(tasks.deletedAt), isTraced))
    .orderBy(tasks.number);
  return rows.map((row) => ({ ...row, is_follow_up: row.is_follow_up ?? false }));
}
