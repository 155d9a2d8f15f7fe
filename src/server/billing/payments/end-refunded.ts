import type { Id } from '#contract/fields.ts';
import { lookAtSubscription } from './look-at-subscription.ts';
import type { PaymentContext } from './provider.ts';
import { listPayments } from './queries.ts';

/** Money that went back ends a plan but not the subscription at the provider: whoever begins anew is not billed for both. */
export async function endRefunded(ctx: PaymentContext, userId: Id): Promise<void> {
  for (const one of await listPayments(ctx.db, userId)) {
    if (!one.renews || one.status !== 'refunded' || one.provider !== ctx.payments.name) continue;
    await ctx.payments.cancelSubscription(one.providerId, 'The payment was refunded, and a new subscription begins.');
    await lookAtSubscription(ctx, one.id as Id);
  }
}
