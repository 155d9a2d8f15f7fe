import { eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { type OpenCheckout, paymentSubscriptions } from '#server/platform/db/tables/index.ts';
import { readOffer } from './choose-price.ts';
import { lookAtSubscription } from './look-at-subscription.ts';
import type { PaymentContext } from './provider.ts';
import { type PaymentRow, listPayments } from './queries.ts';
import { APPROVAL_MS } from './rules.ts';

/** Only the newest may still be open somewhere. */
const LOOKS_MAX = 3;
/** A reused page must be valid for at least this long. */
const TIME_LEFT_MS = 30 * 60_000;

const isOpen = (ctx: PaymentContext) => (one: PaymentRow) =>
  one.provider === ctx.payments.name && one.status === null && one.checkout !== null;

/**
 * Returns the URL of a checkout the person has open on the same terms, so that two tabs approve one subscription and
 * not two. Each is read from the provider first, because it may have been approved a moment ago.
 */
export async function reuseCheckout(
  ctx: PaymentContext,
  userId: Id,
  ways: Omit<OpenCheckout, 'approvalUrl'>,
): Promise<string | undefined> {
  const open = (await listPayments(ctx.db, userId)).filter(isOpen(ctx)).slice(-LOOKS_MAX);
  for (const one of open) await lookAtSubscription(ctx, one.id as Id);
  const held = await listPayments(ctx.db, userId);
  if (open.length === 0 || held.some(({ renews }) => renews)) return undefined;
  const offer = await readOffer(ctx, userId);
  const since = ctx.now().getTime() - APPROVAL_MS + TIME_LEFT_MS;
  return held
    .filter(isOpen(ctx))
    .filter(({ priceUsd, planId }) => priceUsd === offer?.price_usd && planId === ctx.payments.planId)
    .filter(({ createdAt }) => createdAt.getTime() > since)
    .findLast(({ checkout }) => checkout?.returnUrl === ways.returnUrl && checkout.cancelUrl === ways.cancelUrl)
    ?.checkout?.approvalUrl;
}

/**
 * Cancels other open checkouts where the provider can; PayPal cannot withdraw an approval page. One that is approved
 * anyway is ended as a duplicate. Best effort: a failure is only logged, and nothing depends on it.
 */
export async function closeCheckouts(ctx: PaymentContext, userId: Id, except: Id): Promise<void> {
  for (const one of (await listPayments(ctx.db, userId)).filter(isOpen(ctx))) {
    if (one.id === except) continue;
    try {
      await ctx.payments.cancelSubscription(one.providerId, 'Another checkout was opened.');
      await ctx.db.update(paymentSubscriptions).set({ checkout: null }).where(eq(paymentSubscriptions.id, one.id));
    } catch (error) {
      ctx.log.warn({ err: error, subscription: one.providerId }, 'an older checkout stays open');
      return;
    }
  }
}
