import { inArray } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { paymentSubscriptions } from '#server/platform/db/tables/index.ts';
import type { PaymentContext } from './provider.ts';
import { type PaymentRow, listPayments } from './queries.ts';
import { findDoubles } from './rules.ts';

const RETRY_MS = 2 * 60_000;

/**
 * Somebody who approved in two tabs has two subscriptions: those that have to end. A look at each is due soon, written down
 * together with what was found, so that they end even if this server does not live to see to it.
 */
export async function markDoubles(ctx: PaymentContext, tx: Tx, userId: Id): Promise<PaymentRow[]> {
  const held = (await listPayments(tx, userId)).filter(({ provider }) => provider === ctx.payments.name);
  const doubles = findDoubles(held);
  if (doubles.length === 0) return [];
  const ids = doubles.map(({ id }) => id);
  const lookAt = new Date(ctx.now().getTime() + RETRY_MS);
  await tx.update(paymentSubscriptions).set({ lookAt }).where(inArray(paymentSubscriptions.id, ids));
  return doubles;
}

/** Ends one at the provider and tells the administrator: its first payment may have to go back. What was paid still counts. */
export async function endDouble(ctx: PaymentContext, { userId, providerId }: PaymentRow): Promise<void> {
  await ctx.payments.cancelSubscription(providerId, 'There is another subscription for the same account.');
  ctx.errorLog.record({
    level: 'error',
    category: 'service',
    error: new Error(
      `A person subscribed twice. Subscription ${providerId} was cancelled at the provider; its payment may have to be refunded.`,
    ),
    requestId: ctx.requestId,
    context: { userId, subscription: providerId },
  });
}
