import type pg from 'pg';
import type { Id } from '#contract/fields.ts';

const BATCH = 1_000;
const CHECKPOINTS = 5;

/** The largest tables, in an order that respects foreign keys. */
const CONTENTS = [
  { table: 'checkpoints', batch: CHECKPOINTS },
  { table: 'notes', batch: BATCH },
  { table: 'tasks', batch: BATCH },
] as const;

/**
 * Purges a deleted project in small batches, so that no lock is held for long. Interrupted, it stays a deleted project,
 * and the next run continues. Returns whether this call completed it.
 */
export async function removeProject(pool: pg.Pool, projectId: Id): Promise<boolean> {
  for (const { table, batch } of CONTENTS) {
    for (;;) {
      const { rowCount } = await pool.query(
        `delete from ${table} where id = any (array(
           select c.id from ${table} c join projects p on p.id = c.project_id
           where c.project_id = $1 and p.deleted_at is not null limit ${batch}))`,
        [projectId],
      );
      if ((rowCount ?? 0) === 0) break;
    }
  }
  const { rowCount } = await pool.query('delete from projects where id = $1 and deleted_at is not null', [projectId]);
  return (rowCount ?? 0) > 0;
}
