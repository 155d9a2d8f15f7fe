import type { InputOf } from '#contract/endpoint.ts';
import type { openPortal as endpoint } from '#contract/subscription.ts';
import { requireUser } from '#server/auth/index.ts';
import { AppError } from '#server/platform/error.ts';
import type { PaymentContext } from './provider.ts';
import { findCarrier } from './queries.ts';
import { requireOwnAddress } from './require-own-address.ts';

/** The URL of the provider's page to manage the caller's subscription. */
export async function openPortal(ctx: PaymentContext, input: InputOf<typeof endpoint>): Promise<{ url: string }> {
  const { userId } = requireUser(ctx);
  const returnUrl = requireOwnAddress(ctx.config, 'returnUrl', input.returnUrl);
  const carrier = await findCarrier(ctx.db, userId);
  if (carrier === undefined || carrier.provider !== ctx.payments.name)
    throw new AppError('CONFLICT', 'There is no subscription to manage.', { code: 'SUBSCRIPTION_MISSING' });
  return { url: await ctx.payments.portalUrl(carrier.providerId, returnUrl) };
}
