import { Check } from 'lucide-react';
import { SUBSCRIPTION_TEXTS as T } from '#contract/subscription-texts.ts';
import type { Offer } from '#contract/subscription.ts';
import { formatPrice, isEarly } from '#web/features/subscription/index.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Badge } from '#web/ui/badge.tsx';
import styles from './plan-cards.module.css';
import { free, pro } from './texts.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import icon from '#web/styles/icon.module.css';
import { cx } from '#web/ui/cx.ts';
import surface from '#web/styles/surface.module.css';

/** `offer` is undefined until the server has sent the price, and null where nothing is sold. */
export function PlanCards({ offer }: { offer: Offer | null | undefined }) {
  return (
    <div className={styles.plans}>
      <section className={cx(surface.card, styles.plan)} aria-labelledby="plan-free">
        <div className={cx(layout.row, layout.gap8)}>
          <h2 id="plan-free">{free.name}</h2>
        </div>
        <p className={styles.price}>
          <b>{free.price}</b>
        </p>
        <p className={typography.secondary}>{free.note}</p>
        <Features items={free.features} />
        <ButtonLink size="lg" full to={paths.signup} className={styles.action}>
          Get Started Free
        </ButtonLink>
      </section>
      <section className={cx(surface.card, styles.plan, styles.pro)} aria-labelledby="plan-pro">
        {/* Placed beside the price: the text shown without a price would overlap it. */}
        {offer && <LaneArt />}
        <div className={cx(layout.row, layout.gap8, styles.wrapping)}>
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
          <p className={cx(typography.small, typography.tertiary, styles.sandbox)}>{T.sandbox}</p>
        )}
        {offer !== null && (
          <ButtonLink
            variant="primary"
            size="lg"
            full
            to={paths.checkout}
            className={offer?.provider === 'sandbox' ? styles.afterSandbox : styles.action}
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
      <p className={styles.price}>
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
    <ul className={styles.features}>
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
    <svg className={styles.art} viewBox="0 0 300 78" preserveAspectRatio="xMaxYMid slice" aria-hidden="true">
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
