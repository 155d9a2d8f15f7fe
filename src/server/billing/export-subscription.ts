import type { Id } from '#contract/fields.ts';
import type { SubscriptionExport } from '#contract/transfer.ts';
import type { Context } from '#server/platform/context.ts';
import { findCarrier, listPayments } from './payments/queries.ts';
import { presentPayment, presentSubscription, presentTier } from './present.ts';
import { requireTier } from './queries.ts';

/** The stored data about a person's plan and payments. It has no card data: the provider keeps that. */
export async function exportSubscription(ctx: Context, userId: Id): Promise<SubscriptionExport> {
  const { tier } = await requireTier(ctx.db, userId, ctx.now());
  const carrier = await findCarrier(ctx.db, userId);
  const payments = await listPayments(ctx.db, userId);
  return {
    tier: presentTier(tier, carrier),
    subscription: presentSubscription(carrier),
    payments: payments.map(presentPayment),
  };
}
