import { Check } from 'lucide-react';
import { SUBSCRIPTION_TEXTS as T } from '#contract/subscription-texts.ts';
import type { Offer } from '#contract/subscription.ts';
import { formatPrice, isEarly } from '#web/features/subscription/index.ts';
import { paths } from '#web/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import surface from '#web/styles/surface.module.css';
import styles from './pro-card.module.css';

const BENEFITS = [
  '5 active projects',
  '5 PRD uploads per month',
  '10 task list generations',
  'Full MCP tool access',
  'Priority support',
];

interface ProCardProps {
  /** null: nothing is sold here. */
  offer: Offer | null;
  /** For somebody who was subscribed before. */
  again: boolean;
  onSubscribe: () => void;
}

/** What the paid plan offers, in the specification's words. */
export function ProCard({ offer, again, onSubscribe }: ProCardProps) {
  return (
    <section className={cx(surface.card, styles.card)} aria-labelledby="pro-title">
      <Lanes />
      <div className={cx(layout.row, layout.gap8)}>
        <h2 id="pro-title">Pro</h2>
        {offer !== null && isEarly(offer) && <Badge tone="ok">{T.earlyOffer}</Badge>}
      </div>
      {offer === null ? <p className={typography.secondary}>{T.notSetUp}</p> : <Price offer={offer} />}
      <ul className={styles.benefits}>
        {BENEFITS.map((benefit) => (
          <li key={benefit}>
            <Check />
            {benefit}
          </li>
        ))}
      </ul>
      {offer?.provider === 'sandbox' && <p className={cx(typography.small, typography.tertiary)}>{T.sandbox}</p>}
      <div className={styles.actions}>
        <ButtonLink to={paths.pricing} full>
          {T.benefits}
        </ButtonLink>
        {offer !== null && (
          <Button full onClick={onSubscribe}>
            {again ? 'Subscribe again' : 'Subscribe to Pro'}
          </Button>
        )}
      </div>
    </section>
  );
}

function Price({ offer }: { offer: Offer }) {
  const price = formatPrice(offer.price_usd);
  const regular = formatPrice(offer.regular_price_usd);
  return (
    <>
      <p className={styles.price}>
        <b>{price}</b>
        <span className={typography.secondary}>/month</span>
        {isEarly(offer) && (
          <>
            <span className={typography.visuallyHidden}>Regular price: </span>
            <s className={typography.tertiary}>{regular}/month</s>
          </>
        )}
      </p>
      <p className={typography.secondary}>{T.offer(price, regular)}</p>
    </>
  );
}

const ROWS = [
  [
    [0, 72],
    [78, 48],
  ],
  [
    [0, 118],
    [124, 34],
  ],
  [
    [0, 48],
    [54, 88],
  ],
] as const;

function Lanes() {
  return (
    <svg className={styles.drawing} viewBox="0 0 300 66" aria-hidden="true">
      {ROWS.flatMap((row, y) =>
        row.map(([x, width]) => (
          <rect key={`${x} ${y}`} x={x} y={4 + y * 24} width={width} height="9" rx="4.5" fill="var(--track)" />
        )),
      )}
      <rect x="164" y="28" width="70" height="9" rx="4.5" fill="var(--baton)" />
    </svg>
  );
}
