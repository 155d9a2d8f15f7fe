import type { Id } from '#contract/fields.ts';
import type { SubscriptionExport } from '#contract/transfer.ts';
import type { Context } from '#server/platform/context.ts';
import { findCarrier, listPayments } from './payments/queries.ts';
import { presentPayment, presentSubscription, presentTier } from './present.ts';
import { requireTier } from './queries.ts';

/** What is kept about a person's plan and how it was paid for. Nothing of cards: those are the provider's. */
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
