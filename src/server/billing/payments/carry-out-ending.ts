import type { Id } from '#contract/fields.ts';
import type { EndingReason } from '#contract/subscription.ts';
import { findEnding, listEndings, takeEnding } from './ending-queries.ts';
import { isOver, paymentsToReturn } from './ending-rules.ts';
import type { PaymentContext } from './provider.ts';
import { type PaymentRow, findPayment } from './queries.ts';
import { isAgreed, readStanding } from './read-standing.ts';

const WHY: Record<EndingReason, string> = {
  refunded: 'Its last payment was returned.',
  double: 'There is another subscription for the same account.',
  replaced: 'A new subscription for the same account has begun.',
};

/** After this many attempts an administrator is told; retries go on. */
const TOLD_AFTER = 5;

/**
 * Cancels a subscription at the provider and refunds what is due, if an attempt is due. Every step is idempotent;
 * success is read back from the provider, never assumed.
 */
export async function carryOutEnding(
  ctx: PaymentContext,
  paymentId: string,
  { atOnce = false }: { atOnce?: boolean } = {},
): Promise<void> {
  const ending = await takeEnding(ctx.db, paymentId, ctx.now(), atOnce);
  const payment = ending && (await findPayment(ctx.db, paymentId));
  if (ending === undefined || payment === undefined) return;
  try {
    const answer = await ctx.payments.readSubscription(payment.providerId);
    if (answer !== undefined && isAgreed(answer, payment)) {
      if (!isOver(answer.status)) await ctx.payments.cancelSubscription(payment.providerId, WHY[ending.reason]);
      for (const { id } of paymentsToReturn(ending, answer.payments)) await ctx.payments.refundPayment(id);
    }
    await readStanding(ctx, paymentId as Id);
    if (ending.tries === TOLD_AFTER && (await findEnding(ctx.db, paymentId))?.doneAt === null) tell(ctx, payment);
  } catch (error) {
    if (ending.tries === TOLD_AFTER) tell(ctx, payment, error);
    throw error;
  }
}

/** All due endings of a person. Failures are swallowed here, because the periodic job retries them. */
export async function carryOutEndings(ctx: PaymentContext, userId: Id): Promise<void> {
  for (const { ending, payment } of await listEndings(ctx.db, userId)) {
    if (ending.doneAt !== null || payment.provider !== ctx.payments.name) continue;
    await carryOutEnding(ctx, ending.paymentId).catch((error: unknown) =>
      ctx.log.warn({ err: error, subscription: payment.providerId }, 'a subscription is ended later'),
    );
  }
}

function tell(ctx: PaymentContext, { userId, providerId }: PaymentRow, cause?: unknown): void {
  ctx.errorLog.record({
    level: 'error',
    category: 'service',
    error: new Error(
      `Subscription ${providerId} has to end and could not be ended at the provider in ${TOLD_AFTER} attempts. They go on; it can be cancelled and refunded at the provider by hand as well.`,
      { cause },
    ),
    requestId: ctx.requestId,
    context: { userId, subscription: providerId },
  });
}
