import { eq } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { startCheckout as endpoint } from '#contract/subscription.ts';
import { requireUser } from '#server/auth/index.ts';
import { paymentSubscriptions } from '#server/platform/db/tables/index.ts';
import { AppError, notFound } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { spend } from '#server/platform/http/limits.ts';
import { newId } from '#server/platform/id.ts';
import { findEmail } from '../queries.ts';
import { choosePrice } from './choose-price.ts';
import { listEndings } from './ending-queries.ts';
import type { PaymentContext } from './provider.ts';
import { listPayments } from './queries.ts';
import { requireOwnAddress } from './require-own-address.ts';
import { closeCheckouts, reuseCheckout } from './reuse-checkout.ts';
import { APPROVAL_MS } from './rules.ts';

/** Rate limit: each is a call to the provider and is polled for hours. */
const CHECKOUTS = { limit: 20, periodSeconds: 3_600 };

/** Placeholder until the provider has assigned an id; no webhook can contain it. */
const unnamed = (id: Id) => `unnamed ${id}`;

/**
 * Starts a checkout and returns the provider's page. Nothing is paid and no tier changes before the provider says so.
 */
export async function startCheckout(ctx: PaymentContext, input: InputOf<typeof endpoint>): Promise<{ url: string }> {
  const { userId } = requireUser(ctx);
  await requireForSale(ctx);
  const { url } = ctx.config;
  const returnUrl = requireOwnAddress(ctx.config, 'returnUrl', input.returnUrl ?? `${url}/subscription/success`);
  const cancelUrl = requireOwnAddress(ctx.config, 'cancelUrl', input.cancelUrl ?? `${url}/subscription`);
  await spend(ctx, `checkout:${userId}`, CHECKOUTS);
  const open = await reuseCheckout(ctx, userId, { returnUrl, cancelUrl });
  if (open !== undefined) return { url: open };
  const now = ctx.now();
  const order = await change(ctx, async (tx) => {
    const priceUsd = await choosePrice(ctx, tx, userId);
    // A subscription that is being ended does not block a new one.
    const ended = (await listEndings(tx, userId)).map(({ ending }) => ending.paymentId);
    const renewing = (await listPayments(tx, userId)).some(
      (one) => one.renews && one.provider === ctx.payments.name && !ended.includes(one.id),
    );
    if (renewing)
      throw new AppError('CONFLICT', 'You are subscribed to Pro already. Manage the subscription instead.', {
        code: 'SUBSCRIBED_ALREADY',
      });
    const paymentId = newId();
    await tx.insert(paymentSubscriptions).values({
      id: paymentId,
      userId,
      provider: ctx.payments.name,
      providerId: unnamed(paymentId),
      planId: ctx.payments.planId,
      priceUsd,
      tellsFrom: now,
      createdAt: now,
      updatedAt: now,
    });
    return { paymentId, priceUsd, email: await findEmail(tx, userId), returnUrl, cancelUrl };
  });
  const forget = () => ctx.db.delete(paymentSubscriptions).where(eq(paymentSubscriptions.id, order.paymentId));
  const made = await ctx.payments.createSubscription(order).catch(async (error: unknown) => {
    await forget();
    throw error;
  });
  const named = await ctx.db
    .update(paymentSubscriptions)
    .set({
      providerId: made.providerId,
      checkout: { approvalUrl: made.approvalUrl, returnUrl, cancelUrl },
      lookAt: new Date(now.getTime() + APPROVAL_MS / 18),
      updatedAt: now,
    })
    .where(eq(paymentSubscriptions.id, order.paymentId))
    .returning({ id: paymentSubscriptions.id });
  if (named.length === 0) {
    // The account was deleted concurrently: nobody may be billed for it.
    await ctx.payments.cancelSubscription(made.providerId, 'The account was deleted.');
    throw notFound('The account');
  }
  await closeCheckouts(ctx, userId, order.paymentId);
  return { url: made.approvalUrl };
}

/** Teams have no plans. Subscriptions that exist are still managed and cancelled. */
async function requireForSale(ctx: PaymentContext): Promise<void> {
  const { instanceKind } = await ctx.settings.read();
  if (instanceKind !== 'team') return;
  throw new AppError('CONFLICT', 'This Baton is run for a team: it has no plans, and there is nothing to pay.', {
    code: 'NO_PLANS',
  });
}
