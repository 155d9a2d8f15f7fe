import { Zap } from 'lucide-react';
import type { CurrentSubscription } from '#contract/subscription.ts';
import { SUBSCRIPTION_TEXTS as T } from '#contract/texts.ts';
import { isFree, pricePerMonth } from '#web/features/subscription/index.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/labels.tsx';

export function CurrentPlan({ subscription }: { subscription: CurrentSubscription }) {
  const { tier } = subscription;
  const free = isFree(subscription);
  return (
    <section className="card current-plan" aria-labelledby="current-plan">
      <div className="fill">
        <p className="t3 small" id="current-plan">
          {T.currentPlan}
        </p>
        <div className="row g2 name">
          <h2>{tier.display_name}</h2>
          <Badge tone="outline">{tier.tier_name}</Badge>
        </div>
        <p className="t2">{free ? T.forever : `${pricePerMonth(tier.price_usd)}/month`}</p>
      </div>
      <div className="plan-acts">
        <ButtonLink to={paths.pricing}>{T.viewPlans}</ButtonLink>
        {free && (
          <ButtonLink variant="primary" to={paths.pricing} icon={<Zap />}>
            {T.upgrade}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
