import { LIMIT_NEAR_PERCENT } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { tellStorage } from './tell-limits.ts';

const PER_ROUND = 1_000;

/** Mails accounts at 80 % or 100 % of their storage; once a month, like every limit. */
export async function tellFullAccounts(ctx: Context): Promise<void> {
  const { rows } = await ctx.database.pool.query<{ user_id: Id; used: number; allowed: number }>(
    `with large as materialized (
       select user_id, sum(plan + notes + prds + checkpoints)::int8 as used from project_sizes group by user_id
       having sum(plan + notes + prds + checkpoints) >= 10000 * $1 * least(
         (select min(storage_mb) from subscription_tiers), (select min(storage_mb) from user_limits))
     ), near as materialized (select user_id, used, storage_allowed(user_id) as allowed from large)
     select user_id, used, allowed from near
     where used * 100 >= allowed * $1 and not exists (
       select from limit_notices n where n.user_id = near.user_id and n.limit_name = 'storage'
         and n.period = 'month' and n.starts_on = date_trunc('month', $2::timestamptz)::date)
     limit ${PER_ROUND}`,
    [LIMIT_NEAR_PERCENT, ctx.now()],
  );
  for (const { user_id: userId, used, allowed } of rows) await tellStorage(ctx, userId, { used, allowed });
}
