import type { Context } from '#server/platform/context.ts';
import { daysAgo, sweepRows } from '#server/platform/sweep-rows.ts';

const KEPT_DAYS = 30;
/** A settled mail only keeps its occurrence from being entered again, and nothing that is a day old is entered. */
const SETTLED_DAYS = 2;
/** Of a project: 20 are shown. */
const DELIVERIES_MAX = 10_000;
const BATCH = 2_000;

/**
 * Deletes old deliveries and mails, sent or not, and at once what waits for a project that was deleted. The number of
 * deliveries is bounded too: an agent that asks in a loop must not fill the disk.
 */
export async function sweepNotifications(ctx: Context, max = DELIVERIES_MAX): Promise<void> {
  const before = daysAgo(ctx, KEPT_DAYS);
  for (const table of ['webhook_deliveries', 'notification_mails'])
    await sweepRows(ctx, { table, where: 'created_at < $1', before });
  const settled = { where: 'settled_at is not null and created_at < $1', before: daysAgo(ctx, SETTLED_DAYS) };
  await sweepRows(ctx, { table: 'notification_mails', ...settled });
  const ofDeleted = 'project_id in (select id from projects where deleted_at < $1)';
  const now = ctx.now();
  await sweepRows(ctx, { table: 'webhook_deliveries', where: `state = 'pending' and ${ofDeleted}`, before: now });
  await sweepRows(ctx, { table: 'notification_mails', where: `settled_at is null and ${ofDeleted}`, before: now });
  await cutDeliveries(ctx, max);
}

async function cutDeliveries({ database: { pool } }: Context, max: number): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    'select project_id as id from webhook_deliveries group by 1 having count(*) > $1',
    [max],
  );
  for (const { id } of rows) {
    for (;;) {
      const { rowCount } = await pool.query(CUT, [id, max, BATCH]);
      if ((rowCount ?? 0) < BATCH) break;
    }
  }
}

const CUT = `
  delete from webhook_deliveries where id in (
    select id from webhook_deliveries where project_id = $1 and state <> 'pending'
    order by created_at desc, id desc offset $2 limit $3)`;
