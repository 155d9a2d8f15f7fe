import { sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { StorageUse } from '#contract/subscription.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';

/** Bytes stored for an account. Deleted data is reported separately: it is on the disk until it is purged. */
export async function readStorage(db: Database | Tx, userId: Id): Promise<StorageUse> {
  const { rows } = await db.execute<StorageUse>(sql`
    with own as materialized (
      select s.*, p.deleted_at is not null as is_deleted
      from project_sizes s join projects p on p.id = s.project_id where s.user_id = ${userId}
    ), live as (
      select own.*,
        (select coalesce(sum(baton_size(t)), 0) from tasks t where t.project_id = own.project_id and t.deleted_at is not null)
          + (select coalesce(sum(baton_size(l)), 0) from task_lists l where l.project_id = own.project_id and l.deleted_at is not null) as plan_deleted,
        (select coalesce(sum(baton_size(n)), 0) from notes n where n.project_id = own.project_id and n.deleted_at is not null) as notes_deleted
      from own where not own.is_deleted
    )
    select coalesce(sum(plan - plan_deleted), 0)::int8 as plan, coalesce(sum(notes - notes_deleted), 0)::int8 as notes,
      coalesce(sum(prds), 0)::int8 as prds, coalesce(sum(checkpoints), 0)::int8 as checkpoints,
      (coalesce(sum(plan_deleted + notes_deleted), 0)
        + (select coalesce(sum(plan + notes + prds + checkpoints), 0) from own where is_deleted))::int8 as deleted
    from live`);
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate has no row');
  return row;
}

export const totalOf = ({ plan, notes, prds, checkpoints, deleted }: StorageUse): number =>
  plan + notes + prds + checkpoints + deleted;
