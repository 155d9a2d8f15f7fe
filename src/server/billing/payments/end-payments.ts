import type { Id } from '#contract/fields.ts';
import { carryOutEnding } from './carry-out-ending.ts';
import { listEndings } from './ending-queries.ts';
import type { PaymentContext } from './provider.ts';
import { type PaymentRow, listPayments } from './queries.ts';

const REASON = 'The account was deleted.';
/** States in which the provider bills, may bill again, or would once a page that is still open is approved. */
const GOES_ON = new Set(['APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'SUSPENDED']);

/** Cancels every subscription at the provider before the account is deleted; throws to keep the account. */
export async function endPayments(ctx: PaymentContext, userId: Id): Promise<void> {
  for (const { ending, payment } of await listEndings(ctx.db, userId))
    // Refunds are made first, because their record is deleted with the account.
    if (ending.doneAt === null && payment.provider === ctx.payments.name)
      await carryOutEnding(ctx, ending.paymentId, { atOnce: true });
  const own = (await listPayments(ctx.db, userId)).filter(({ provider }) => provider === ctx.payments.name);
  for (const one of own) if (await goesOn(ctx, one)) await ctx.payments.cancelSubscription(one.providerId, REASON);
}

/** Asks the provider, since one approved a moment ago is still unapproved in our copy. */
async function goesOn(ctx: PaymentContext, { renews, status, providerId }: PaymentRow): Promise<boolean> {
  if (renews || status === 'suspended') return true;
  if (status === 'cancelled' || status === 'expired') return false;
  const answer = await ctx.payments.readSubscription(providerId);
  return answer !== undefined && GOES_ON.has(answer.status);
}
