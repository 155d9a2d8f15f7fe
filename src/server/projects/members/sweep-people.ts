import type { Context } from '#server/platform/context.ts';
import { MONTHS_KEPT_DAYS, daysAgo, sweepRows } from '#server/platform/sweep-rows.ts';

/** Invitations that have expired, and the names of people who left longer ago than anything tells of them. */
export async function sweepPeople(ctx: Context): Promise<void> {
  await sweepRows(ctx, { table: 'project_invitations', where: 'expires_at < $1', before: ctx.now() });
  await sweepRows(ctx, { table: 'project_members', where: 'left_at < $1', before: daysAgo(ctx, MONTHS_KEPT_DAYS) });
}
