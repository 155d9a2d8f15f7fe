import type { CurrentSubscription } from '#contract/subscription.ts';
import { SUBSCRIPTION_TEXTS as T } from '#contract/texts.ts';
import { formatDate } from '#web/lib/time.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Card } from '#web/ui/surfaces.tsx';

/** The paid period; the next bill comes when it ends. */
export function BillingDetails({ period }: { period: CurrentSubscription['subscription'] }) {
  const { current_period_start: start, current_period_end: end } = period ?? {
    current_period_start: null,
    current_period_end: null,
  };
  return (
    <Card pad aria-labelledby="billing-title" className="billing">
      <h2 id="billing-title">{T.billing}</h2>
      <Facts
        items={[
          {
            name: 'Current period',
            value: start !== null && end !== null ? `${formatDate(start)} - ${formatDate(end)}` : T.noPeriod,
          },
          { name: 'Next billing', value: end === null ? T.notAvailable : formatDate(end) },
        ]}
      />
    </Card>
  );
}
