import type { Id } from '#contract/fields.ts';
import { carryOutEnding } from './carry-out-ending.ts';
import { listEndings } from './ending-queries.ts';
import type { PaymentContext } from './provider.ts';
import { type PaymentRow, listPayments } from './queries.ts';

const REASON = 'The account was deleted.';
/** What bills, would again, or would once somebody approves it in a page that is still open. */
const GOES_ON = new Set(['APPROVAL_PENDING', 'APPROVED', 'ACTIVE', 'SUSPENDED']);

/** Nobody is billed for an account that is gone: every subscription ends at the provider first, or the account stays. */
export async function endPayments(ctx: PaymentContext, userId: Id): Promise<void> {
  for (const { ending, payment } of await listEndings(ctx.db, userId))
    // What has to go back does so before nobody knows of it any more.
    if (ending.doneAt === null && payment.provider === ctx.payments.name)
      await carryOutEnding(ctx, ending.paymentId, { atOnce: true });
  const own = (await listPayments(ctx.db, userId)).filter(({ provider }) => provider === ctx.payments.name);
  for (const one of own) if (await goesOn(ctx, one)) await ctx.payments.cancelSubscription(one.providerId, REASON);
}

/** One that was approved a moment ago is still unapproved as far as we were told: the provider is asked. */
async function goesOn(ctx: PaymentContext, { renews, status, providerId }: PaymentRow): Promise<boolean> {
  if (renews || status === 'suspended') return true;
  if (status === 'cancelled' || status === 'expired') return false;
  const answer = await ctx.payments.readSubscription(providerId);
  return answer !== undefined && GOES_ON.has(answer.status);
}
