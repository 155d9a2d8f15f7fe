import { inArray, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { requireTier } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { projects } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import { tellPeople } from './members/tell-people.ts';
import { presentProject } from './present.ts';

/**
 * Decides which of an account's active projects are writable: as many as the limit allows, preferring those that were
 * and were used last. The others are read-only until one is archived. The example takes no place and stays writable.
 * The caller has locked the account.
 */
export async function settlePlaces(ctx: Context, tx: Tx, emit: Emit, userId: Id): Promise<void> {
  const now = ctx.now();
  const { limits } = await requireTier(tx, userId, now);
  const { rows } = await tx.execute<{ id: Id }>(sql`
    with ranked as (
      select id, row_number() over (order by (read_only_at is null) desc, updated_at desc, id desc) > ${limits.maxProjects} as beyond
      from projects where user_id = ${userId} and status = 'active' and deleted_at is null and not is_example
    )
    update projects p set read_only_at = case when ranked.beyond then ${now.toISOString()}::timestamptz end
    from ranked where p.id = ranked.id and (p.read_only_at is not null) <> ranked.beyond
    returning p.id`);
  if (rows.length === 0) return;
  const changed = await tx
    .select()
    .from(projects)
    .where(
      inArray(
        projects.id,
        rows.map(({ id }) => id),
      ),
    );
  for (const row of changed) {
    const shown = presentProject(row);
    await tellPeople(tx, emit, row, 'project.updated', shown);
    emit(`project:${row.id}`, 'project.updated', shown);
  }
}
