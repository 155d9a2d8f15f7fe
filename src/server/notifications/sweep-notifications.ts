import type { Context } from '#server/platform/context.ts';
import { daysAgo, sweepRows } from '#server/platform/sweep-rows.ts';

const KEPT_DAYS = 30;

/** Deletes old deliveries and mails, sent or not, and at once what waits for a project that was deleted. */
export async function sweepNotifications(ctx: Context): Promise<void> {
  const before = daysAgo(ctx, KEPT_DAYS);
  for (const table of ['webhook_deliveries', 'notification_mails'])
    await sweepRows(ctx, { table, where: 'created_at < $1', before });
  const ofDeleted = 'project_id in (select id from projects where deleted_at < $1)';
  const now = ctx.now();
  await sweepRows(ctx, { table: 'webhook_deliveries', where: `state = 'pending' and ${ofDeleted}`, before: now });
  await sweepRows(ctx, { table: 'notification_mails', where: `settled_at is null and ${ofDeleted}`, before: now });
}
