import type { Id } from '#contract/fields.ts';
import { requireUser } from '#server/auth/index.ts';
import { spend } from '#server/platform/http/limits.ts';
import { lookAtSubscription } from './look-at-subscription.ts';
import type { PaymentContext } from './provider.ts';
import { listPayments } from './queries.ts';

/** More than several tabs that poll for their payment need. */
const REFRESHES = { limit: 30, periodSeconds: 60 };
/** The newest are those a person can have come back from. */
const LOOKS_MAX = 3;

/** Polls the provider for the caller's own subscriptions, when the person returns before the webhook arrives. */
export async function refreshPayments(ctx: PaymentContext): Promise<void> {
  const { userId } = requireUser(ctx);
  await spend(ctx, `refresh:${userId}`, REFRESHES);
  const held = (await listPayments(ctx.db, userId)).filter(
    (one) => one.provider === ctx.payments.name && (one.status === null || one.renews || one.status === 'suspended'),
  );
  for (const one of held.slice(-LOOKS_MAX)) await lookAtSubscription(ctx, one.id as Id);
}
