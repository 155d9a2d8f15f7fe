import { Check } from 'lucide-react';
import { SUBSCRIPTION_TEXTS as T } from '#contract/subscription-texts.ts';
import type { Offer } from '#contract/subscription.ts';
import { formatPrice, isEarly } from '#web/features/subscription/index.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { free, pro } from './texts.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import icon from '#web/styles/icon.module.css';
import { cx } from '#web/ui/cx.ts';
import surface from '#web/styles/surface.module.css';

/** Without an offer the server has not said what Pro costs, and nobody else does; null: nothing is sold here. */
export function PlanCards({ offer }: { offer: Offer | null | undefined }) {
  return (
    <div className="plans">
      <section className={cx(surface.card, 'plan')} aria-labelledby="plan-free">
        <div className={cx(layout.row, layout.gap8)}>
          <h2 id="plan-free">{free.name}</h2>
        </div>
        <p className="price">
          <b>{free.price}</b>
        </p>
        <p className={typography.secondary}>{free.note}</p>
        <Features items={free.features} />
        <ButtonLink className="plan-button" size="lg" full to={paths.signup}>
          Get Started Free
        </ButtonLink>
      </section>
      <section className={cx(surface.card, 'plan pro')} aria-labelledby="plan-pro">
        {/* Drawn beside the price: a line of text in its place would lie under it. */}
        {offer && <LaneArt />}
        <div className={cx(layout.row, layout.gap8, 'wraps')}>
          <h2 id="plan-pro">{pro.name}</h2>
          {offer && isEarly(offer) && <Badge tone="ok">{T.earlyOffer}</Badge>}
        </div>
        {offer ? (
          <ProPrice offer={offer} />
        ) : (
          <p className={typography.secondary}>{offer === null ? T.notSetUp : pro.unknown}</p>
        )}
        <Features items={pro.features} />
        {offer?.provider === 'sandbox' && (
          <p className={cx(typography.small, typography.tertiary, 'sandbox')}>{T.sandbox}</p>
        )}
        {offer !== null && (
          <ButtonLink
            className={cx('plan-button', offer?.provider === 'sandbox' && 'below-sandbox')}
            variant="primary"
            size="lg"
            full
            to={paths.checkout}
          >
            Upgrade to Pro
          </ButtonLink>
        )}
      </section>
    </div>
  );
}

function ProPrice({ offer }: { offer: Offer }) {
  return (
    <>
      <p className="price">
        <b>{formatPrice(offer.price_usd)}</b>
        <span>{pro.per}</span>
      </p>
      {isEarly(offer) && (
        <p className={typography.secondary}>
          <span className={typography.visuallyHidden}>Regular price: </span>
          <s>{`${formatPrice(offer.regular_price_usd)}${pro.per}`}</s>
        </p>
      )}
    </>
  );
}

function Features({ items }: { items: readonly string[] }) {
  return (
    <ul className="features">
      {items.map((item) => (
        <li key={item}>
          <Check className={icon.size14} />
          {item}
        </li>
      ))}
    </ul>
  );
}

function LaneArt() {
  return (
    <svg className="plan-art" viewBox="0 0 300 78" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
      <g strokeLinecap="round" strokeWidth="9">
        <path
          d="M-30 14h102M86 14h40M140 14h90M244 14h80M-30 38h148M132 38h26M248 38h80M-30 62h78M62 62h80M156 62h36M206 62h120"
          stroke="var(--track)"
        />
        <path d="M172 38h62" stroke="var(--baton)" />
      </g>
    </svg>
  );
}
