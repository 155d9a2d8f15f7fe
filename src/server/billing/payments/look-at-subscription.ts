import type { Id } from '#contract/fields.ts';
import { carryOutEndings } from './carry-out-ending.ts';
import type { PaymentContext } from './provider.ts';
import { findPayment } from './queries.ts';
import { readStanding } from './read-standing.ts';

/** Reads a subscription from the provider, applies its state and carries out endings that follow from it. */
export async function lookAtSubscription(ctx: PaymentContext, paymentId: Id): Promise<void> {
  await readStanding(ctx, paymentId);
  const payment = await findPayment(ctx.db, paymentId);
  if (payment !== undefined) await carryOutEndings(ctx, payment.userId as Id);
}
