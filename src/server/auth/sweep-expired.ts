import type { Context } from '#server/platform/context.ts';
import { daysAgo, sweepRows } from '#server/platform/sweep-rows.ts';
import { sweepGrants } from './oauth/sweep-grants.ts';

/** Removes what no longer means anything: ended sessions, dead links, failures of yesterday. */
export async function sweepExpired(ctx: Context): Promise<void> {
  for (const table of ['sessions', 'verifications'])
    await sweepRows(ctx, { table, where: 'expires_at < $1', before: ctx.now() });
  await sweepGrants(ctx);
  await sweepRows(ctx, { table: 'sign_in_failures', where: 'updated_at < $1', before: daysAgo(ctx, 1) });
}
