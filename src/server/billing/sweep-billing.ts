import type { Context } from '#server/platform/context.ts';
import { MONTHS_KEPT_DAYS, daysAgo, sweepRows } from '#server/platform/sweep-rows.ts';

/** An approval link is valid for hours. */
const CHECKOUT_DAYS = 30;

/** Age in days after which rows are removed. Payments, and anything that may still be billed, stay. */
const OLD: readonly [days: number, table: string, where: string][] = [
  [MONTHS_KEPT_DAYS, 'usage_counters', 'starts_on < $1'],
  [MONTHS_KEPT_DAYS, 'limit_notices', 'starts_on < $1'],
  // Providers retry a webhook for days, not months, so older ids are not needed for deduplication.
  [MONTHS_KEPT_DAYS, 'payment_events', 'received_at < $1'],
  [
    CHECKOUT_DAYS,
    'payment_subscriptions',
    'created_at < $1 and activated_at is null and status is null and look_at is null and wanted = applied',
  ],
  [CHECKOUT_DAYS, 'sandbox_subscriptions', `created_at < $1 and status = 'APPROVAL_PENDING'`],
  [MONTHS_KEPT_DAYS, 'sandbox_subscriptions', `updated_at < $1 and status in ('CANCELLED', 'EXPIRED')`],
];

/** Removes counters of old periods, and abandoned checkouts. */
export async function sweepBilling(ctx: Context): Promise<void> {
  for (const [days, table, where] of OLD) await sweepRows(ctx, { table, where, before: daysAgo(ctx, days) });
}
