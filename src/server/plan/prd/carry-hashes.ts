import { sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Tx } from '#server/platform/db/client.ts';

/**
 * A new version of the reader may extract different text from the same lines: tasks of unchanged requirements get the
 * new hashes, or the next draft would take all of them for changed. Those that had changed before stay changed.
 */
export async function carryHashes(
  tx: Tx,
  projectId: Id,
  moved: readonly { id: string; from: string; to: string }[],
): Promise<void> {
  if (moved.length === 0) return;
  await tx.execute(sql`
    update tasks set origin = jsonb_set(tasks.origin, '{requirements}', (tasks.origin -> 'requirements') || same.hashes)
    from (
      select t.id, jsonb_object_agg(m.id, m.to) as hashes
      from tasks t
      cross join lateral jsonb_each_text(t.origin -> 'requirements') as kept (id, hash)
      join jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m (id text, "from" text, "to" text)
        on m.id = kept.id and m.from = kept.hash
      where t.project_id = ${projectId} and t.origin is not null
      group by t.id
    ) same
    where tasks.id = same.id`);
}
