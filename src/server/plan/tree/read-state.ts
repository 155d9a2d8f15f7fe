import { sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { TaskOrigin } from '#contract/plan-draft.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { type Snapshot, snapshotOf } from '../checkpoints/snapshot.ts';

/** The plan with what a new draft must respect. */
export interface PlanState {
  plan: Snapshot;
  held: ReadonlySet<Id>;
  noted: ReadonlySet<Id>;
  /** Origins of generated tasks that somebody deleted. */
  deleted: TaskOrigin[];
  notes: number;
}

interface Row extends Record<string, unknown> {
  plan: Snapshot;
  held: Id[];
  noted: Id[];
  deleted: TaskOrigin[];
  notes: number;
}

/**
 * One statement, one snapshot. Tasks that left the plan by a restored checkpoint or a new plan were not deleted by a
 * person, and deleting a task whose requirement the PRD had dropped was right: neither keeps a requirement from being
 * planned again.
 */
export async function readState(db: Database | Tx, projectId: Id): Promise<PlanState> {
  const { rows } = await db.execute<Row>(sql`
    select ${snapshotOf(projectId)} as plan,
      (select coalesce(json_agg(b.task_id), '[]') from batons b where b.project_id = ${projectId}) as held,
      (select coalesce(json_agg(distinct n.task_id), '[]') from notes n
        where n.project_id = ${projectId} and n.task_id is not null and n.deleted_at is null and not n.is_broadcast) as noted,
      (select coalesce(json_agg(t.origin), '[]') from tasks t
        where t.project_id = ${projectId} and t.deleted_at is not null and t.origin is not null
          and t.prd_state is distinct from 'orphaned'
          and (exists (select from tasks o where o.id = t.deleted_with) or exists (select from task_lists o where o.id = t.deleted_with))) as deleted,
      (select count(*)::int from notes n where n.project_id = ${projectId} and n.deleted_at is null and not n.is_broadcast) as notes`);
  const [row] = rows;
  if (row === undefined) throw new Error('the plan has no row');
  return { ...row, held: new Set(row.held), noted: new Set(row.noted) };
}
