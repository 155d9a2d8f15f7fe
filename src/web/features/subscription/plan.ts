import type { CurrentSubscription, Offer, PaymentProviderName } from '#contract/subscription.ts';

/** Any tier that is not called free is a paid one. */
export const isFree = ({ tier }: Pick<CurrentSubscription, 'tier'>) => tier.tier_name === 'free';

/** Where there are plans and somebody takes money for them, whoever is on the free one is offered the other. */
export const mayUpgrade = (current: Pick<CurrentSubscription, 'tier' | 'has_plans' | 'offer'>) =>
  current.has_plans && current.offer !== null && isFree(current);

/** "$5". */
export const formatPrice = (price: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: Number.isInteger(price) ? 0 : 2,
  }).format(price);

/** Places at the early price are left, or the caller has one. */
export const isEarly = ({ price_usd, regular_price_usd }: Offer) => price_usd < regular_price_usd;

export const PROVIDER_WORDS: Record<PaymentProviderName, string> = { paypal: 'PayPal', sandbox: 'the sandbox' };
