import type { Id } from '#contract/fields.ts';
import { carryOutEndings } from './carry-out-ending.ts';
import type { PaymentContext } from './provider.ts';
import { findPayment } from './queries.ts';
import { readStanding } from './read-standing.ts';

/** Asks the provider how a subscription stands, applies the answer and sees to what has to end because of it. */
export async function lookAtSubscription(ctx: PaymentContext, paymentId: Id): Promise<void> {
  await readStanding(ctx, paymentId);
  const payment = await findPayment(ctx.db, paymentId);
  if (payment !== undefined) await carryOutEndings(ctx, payment.userId as Id);
}
