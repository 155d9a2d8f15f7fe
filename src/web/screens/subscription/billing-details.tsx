import { SUBSCRIPTION_TEXTS as T } from '#contract/subscription-texts.ts';
import type { CurrentSubscription } from '#contract/subscription.ts';
import { formatPrice, mayGoOn, PROVIDER_WORDS, type Standing } from '#web/features/subscription/index.ts';
import { formatUtcDate } from '#web/lib/time.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { endsText } from './billing-texts.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import surface from '#web/styles/surface.module.css';
import styles from './billing-details.module.css';

/** The paid period, then the next bill if it renews, else the end. */
export function BillingDetails({ current, standing }: { current: CurrentSubscription; standing: Standing }) {
  const { subscription: held, offer } = current;
  const running = standing.kind === 'given' ? null : held;
  const { current_period_start: start, current_period_end: end } = running ?? NO_PERIOD;
  const facts = [
    {
      name: 'Current period',
      value: start !== null && end !== null ? `${formatUtcDate(start)} - ${formatUtcDate(end)}` : T.noPeriod,
    },
    {
      name: 'Next billing',
      value: standing.kind === 'renews' && end !== null ? formatUtcDate(end) : T.notAvailable,
    },
  ];
  return (
    <section className={cx(surface.card, styles.billing)} aria-labelledby="billing-title">
      <h2 id="billing-title">{T.billing}</h2>
      <Facts items={running ? [...facts, ...detailsOf(running)] : facts} />
      {standing.kind === 'given' && (
        <p className={cx(typography.small, typography.secondary)}>
          {held?.renews === true
            ? `An administrator gave you this plan. Your own subscription is still billed through ${PROVIDER_WORDS[held.provider]}: cancel it there if you do not need both.`
            : 'An administrator gave you this plan. Nothing is billed, and there is nothing to cancel.'}
        </p>
      )}
      {standing.kind === 'renews' && standing.at !== null && (
        <p className={cx(typography.small, typography.secondary)}>Renews on {formatUtcDate(standing.at)}.</p>
      )}
      {standing.kind === 'ends' && (
        <Notice tone={standing.status === 'past_due' || standing.status === 'suspended' ? 'warn' : 'info'}>
          {endsText(standing)}
        </Notice>
      )}
      {standing.kind === 'ends' && !mayGoOn(standing.status) && offer !== null && (
        <ButtonLink to={paths.checkout}>Subscribe again</ButtonLink>
      )}
      {running?.provider === 'sandbox' && <p className={cx(typography.small, typography.tertiary)}>{T.sandbox}</p>}
    </section>
  );
}

const NO_PERIOD = { current_period_start: null, current_period_end: null };

const detailsOf = ({ provider, price_usd }: NonNullable<CurrentSubscription['subscription']>) => [
  { name: 'Price', value: `${formatPrice(price_usd)}/month` },
  { name: 'Billed through', value: PROVIDER_WORDS[provider] },
];
