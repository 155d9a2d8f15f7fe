import type { Id } from '#contract/fields.ts';
import { requireUser } from '#server/auth/index.ts';
import { spend } from '#server/platform/http/limits.ts';
import { lookAtSubscription } from './look-at-subscription.ts';
import type { PaymentContext } from './provider.ts';
import { listPayments } from './queries.ts';

/** More than a page that waits for its payment asks, in several tabs. */
const REFRESHES = { limit: 30, periodSeconds: 60 };
/** The newest are the ones a person can have come back from. */
const LOOKS_MAX = 3;

/** Asks the provider about the caller's own subscriptions: a person has come back before the message about it. */
export async function refreshPayments(ctx: PaymentContext): Promise<void> {
  const { userId } = requireUser(ctx);
  await spend(ctx, `refresh:${userId}`, REFRESHES);
  const held = (await listPayments(ctx.db, userId)).filter(
    (one) => one.provider === ctx.payments.name && (one.status === null || one.renews || one.status === 'suspended'),
  );
  for (const one of held.slice(-LOOKS_MAX)) await lookAtSubscription(ctx, one.id as Id);
}
