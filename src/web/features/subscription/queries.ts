import { useQuery } from '@tanstack/react-query';
import type { CurrentSubscription } from '#contract/subscription.ts';
import { call } from '#web/lib/api.ts';
import { queryKeys } from '#web/lib/query-keys.ts';

export const useSubscription = () =>
  useQuery({ queryKey: queryKeys.subscription, queryFn: () => call('GET /api/subscriptions/current') });

/** Any tier that is not called free is a paid one. */
export const isFree = (subscription: CurrentSubscription) => subscription.tier.tier_name === 'free';

export const pricePerMonth = (price: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: Number.isInteger(price) ? 0 : 2,
  }).format(price);

/** What a monthly limit means for the one who looks at it. */
export function resetNote(subscription: CurrentSubscription, used: number, limit: number) {
  if (used < limit) return 'Resets monthly';
  return `Resets monthly. ${isFree(subscription) ? 'Upgrade, or wait' : 'Wait'} until the 1st.`;
}
