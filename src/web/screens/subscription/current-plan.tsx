import { Zap } from 'lucide-react';
import { SUBSCRIPTION_TEXTS as T } from '#contract/subscription-texts.ts';
import type { CurrentSubscription } from '#contract/subscription.ts';
import {
  formatPrice,
  givenText,
  isFree,
  isManageable,
  ManageButton,
  mayGoOn,
  mayUpgrade,
  type Standing,
  type useManagement,
} from '#web/features/subscription/index.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { endedText } from './billing-texts.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import surface from '#web/styles/surface.module.css';
import styles from './current-plan.module.css';

interface CurrentPlanProps {
  current: CurrentSubscription;
  standing: Standing;
  management: ReturnType<typeof useManagement>;
}

export function CurrentPlan({ current, standing, management }: CurrentPlanProps) {
  const { tier, offer, subscription } = current;
  const free = isFree(current);
  const manages = subscription !== null && isManageable(current, standing);
  // A subscription that can be reactivated at the provider is managed there: a second one beside it is refused.
  const offers = mayUpgrade(current) && !(standing.kind === 'ended' && mayGoOn(standing.status));
  return (
    <section className={cx(surface.card, styles.currentPlan)} aria-labelledby="current-plan">
      <div className={layout.grow}>
        <p className={cx(typography.tertiary, typography.small)} id="current-plan">
          {T.currentPlan}
        </p>
        <div className={cx(layout.row, layout.gap8, styles.name)}>
          <h2>{tier.display_name}</h2>
          <Badge tone="outline">{tier.tier_name}</Badge>
        </div>
        <p className={typography.secondary}>
          {free ? T.forever : `${formatPrice(tier.price_usd)}/month`}
          {standing.kind === 'given' && `. ${givenText(standing, subscription?.renews)}.`}
        </p>
        {standing.kind === 'ended' && (
          <p className={cx(typography.small, typography.secondary, styles.ended)}>
            {endedText(standing, subscription)}
          </p>
        )}
      </div>
      <div className={styles.actions}>
        {current.has_plans && <ButtonLink to={paths.pricing}>{T.viewPlans}</ButtonLink>}
        {manages && (
          <ManageButton
            provider={subscription.provider}
            management={management}
            variant={offers ? 'second' : 'primary'}
          />
        )}
        {offers && offer !== null && (
          <ButtonLink variant="primary" to={paths.pricing} icon={<Zap />}>
            {T.upgrade(formatPrice(offer.price_usd))}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}
