import type { CurrentSubscription, Offer, PaymentProviderName } from '#contract/subscription.ts';

/** Every tier but "free" is paid. */
export const isFree = ({ tier }: Pick<CurrentSubscription, 'tier'>) => tier.tier_name === 'free';

/** On the free tier, where there are plans and a payment provider. */
export const mayUpgrade = (current: Pick<CurrentSubscription, 'tier' | 'has_plans' | 'offer'>) =>
  current.has_plans && current.offer !== null && isFree(current);

export const formatPrice = (price: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: Number.isInteger(price) ? 0 : 2,
  }).format(price);

/** Early places are left, or the caller has one. */
export const isEarly = ({ price_usd, regular_price_usd }: Offer) => price_usd < regular_price_usd;

export const PROVIDER_WORDS: Record<PaymentProviderName, string> = { paypal: 'PayPal', sandbox: 'the sandbox' };
