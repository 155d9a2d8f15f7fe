import { sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { TEAM_LIMITS, lockAccount } from '#server/billing/index.ts';
import type { Context } from '#server/platform/context.ts';
import { change } from '#server/platform/feed.ts';
import { settlePlaces } from './settle-places.ts';

const BATCH = 200;
const FREE = 'free';
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Recomputes which projects are read-only for all accounts over or under their limit, one transaction per account, so
 * that locks are short. Stopping is safe: the next run finds the rest.
 */
export async function settleAllPlaces(ctx: Context, signal?: AbortSignal): Promise<number> {
  let settled = 0;
  for (let after: string = BEFORE_ALL; ;) {
    const found = await listUnsettled(ctx, after);
    for (const userId of found) {
      if (signal?.aborted === true) return settled;
      await change(ctx, async (tx, emit) => {
        await lockAccount(tx, userId);
        await settlePlaces(ctx, tx, emit, userId);
      });
      settled += 1;
    }
    after = found.at(-1) ?? after;
    if (found.length < BATCH) return settled;
  }
}

async function listUnsettled(ctx: Context, after: string): Promise<Id[]> {
  const now = ctx.now().toISOString();
  // Like `requireTier`: for a team the tier has no effect.
  const tierPlaces = sql`case when here.instance_kind = 'team' then ${sql.raw(String(TEAM_LIMITS.maxProjects))} else t.max_projects end`;
  const { rows } = await ctx.db.execute<{ id: Id }>(sql`
    select p.user_id as id
    from projects p
    left join user_subscriptions s on s.user_id = p.user_id and (s.access_until is null or s.access_until > ${now}::timestamptz)
    join subscription_tiers t on t.id = coalesce(s.tier_id, ${FREE})
    cross join system_settings here
    left join user_limits own on own.user_id = p.user_id
    where p.status = 'active' and p.deleted_at is null and not p.is_example and p.user_id > ${after}::uuid
    group by p.user_id, coalesce(own.max_projects, ${tierPlaces})
    having count(*) filter (where p.read_only_at is null) <> least(count(*), coalesce(own.max_projects, ${tierPlaces}))
    order by p.user_id limit ${BATCH}`);
  return rows.map(({ id }) => id);
}
