import { SUBSCRIPTION_TEXTS as T } from '#contract/texts.ts';
import { isFree, pricePerMonth, useSubscription } from '#web/features/subscription/index.ts';
import { formatDate } from '#web/lib/time.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { AccountRow } from './account-row.tsx';

export function Billing() {
  const { data } = useSubscription();
  const free = !data || isFree(data);
  const end = data?.subscription?.current_period_end ?? null;
  return (
    <AccountRow title="Billing" about="Your plan, what it costs and when it renews.">
      <Facts
        items={[
          { name: 'Plan', value: data?.tier.display_name ?? 'Free' },
          { name: 'Price', value: free ? T.forever : `${pricePerMonth(data.tier.price_usd)}/month` },
          { name: 'Renews', value: free ? 'Never' : end === null ? T.notAvailable : formatDate(end) },
        ]}
      />
      <div>
        <ButtonLink to={paths.subscription}>Manage Plan</ButtonLink>
      </div>
    </AccountRow>
  );
}
