import type { Id } from '#contract/fields.ts';
import type { PaymentContext } from './provider.ts';
import { listPayments } from './queries.ts';

/** Nobody is billed for an account that is gone: every subscription ends at the provider first, or the account stays. */
export async function endPayments(ctx: PaymentContext, userId: Id): Promise<void> {
  for (const one of await listPayments(ctx.db, userId)) {
    if (one.renews && one.provider === ctx.payments.name)
      await ctx.payments.cancelSubscription(one.providerId, 'The account was deleted.');
  }
}
