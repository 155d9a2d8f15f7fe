import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { connectionOf } from '#server/platform/db/client.ts';
import { change } from '#server/platform/feed.ts';

interface ExpiredRow {
  task_id: Id;
  slot: number;
  fence: number;
  holder: string;
  last_call_at: Date;
  expires_at: Date;
}

/**
 * Emits an event for each lease that ran out, once: an expired baton stays in its row until somebody claims, so that
 * nothing else would tell open pages and notifications that an agent has stopped.
 */
export async function tellExpired(ctx: Context): Promise<void> {
  const { rows } = await ctx.database.pool.query<{ project_id: Id }>({ ...FIND, values: [ctx.now()] });
  for (const { project_id: projectId } of rows) await tellExpiredOf(ctx, projectId);
}

/** The same for one project. The event has the moment of the expiry: after an outage it is emitted much later. */
export async function tellExpiredOf(ctx: Context, projectId: Id): Promise<void> {
  await change(ctx, async (tx, emit) => {
    const { rows } = await connectionOf(tx).query<ExpiredRow>({ ...MARK, values: [projectId, ctx.now()] });
    for (const { last_call_at: lastCallAt, expires_at: expiresAt, ...baton } of rows)
      emit(`project:${projectId}`, 'baton.expired', {
        ...baton,
        last_call_at: lastCallAt.toISOString(),
        expired_at: expiresAt.toISOString(),
      });
  });
}

const named = (name: string, text: string) => ({ name: `baton_expiry_${name}`, text });
const FIND = named(
  'find',
  `select distinct b.project_id from batons b join projects p on p.id = b.project_id
  where b.expires_at <= $1 and not b.is_expiry_told and p.deleted_at is null limit 100`,
);
const MARK = named(
  'mark',
  `update batons set is_expiry_told = true
  where project_id = $1 and expires_at <= $2 and not is_expiry_told
  returning task_id, slot, fence, holder ->> 'name' as holder, last_call_at, expires_at`,
);
