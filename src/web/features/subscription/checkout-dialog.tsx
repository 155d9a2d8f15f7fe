import styles from './checkout-dialog.module.css';
import { Check } from 'lucide-react';
import type { SubmitEvent } from 'react';
import { SUBSCRIPTION_TEXTS as T } from '#contract/subscription-texts.ts';
import type { Offer } from '#contract/subscription.ts';
import { call } from '#web/lib/net/api.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useHostedPage } from './hosted-page.ts';
import { formatPrice, isEarly } from './plan.ts';
import typography from '#web/styles/typography.module.css';
import icon from '#web/styles/icon.module.css';
import { cx } from '#web/ui/cx.ts';

const GETS = [
  '5 active projects',
  '5 PRD uploads and 10 task generations a month',
  '5x higher rate limits for your agents',
];

const WORDS = {
  paypal: {
    about:
      'You approve the subscription at PayPal and come back here. It renews every month until you cancel it there.',
    go: 'Continue to PayPal',
    busy: T.opening,
  },
  sandbox: {
    about:
      'This instance has no payment provider set up, so its own sandbox stands in for one. Everything works as it would, and nothing is paid.',
    go: 'Continue to the sandbox checkout',
    busy: T.openingSandbox,
  },
};

/** By the origin of this window: an instance may have several names, and the session cookie belongs to one. */
const waysBack = (origin: string) => ({
  returnUrl: `${origin}${paths.subscriptionSuccess}`,
  cancelUrl: `${origin}${paths.subscription}`,
});

/** What is bought, for how much and from whom, before the redirect to the provider. */
export function CheckoutDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  const page = useHostedPage(() => call('POST /api/subscriptions/checkout', waysBack(window.location.origin)), {
    refused: T.checkoutFailed,
    failed: T.checkoutFailed,
  });
  const words = WORDS[offer.provider];
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    page.open();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Subscribe to Pro"
      description={words.about}
      closeOutside={false}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={page.busy} data-autofocus="">
            {page.busy ? words.busy : words.go}
          </Button>
        </>
      }
    >
      <div className={styles.checkout}>
        <p className={styles.price}>
          <b>{formatPrice(offer.price_usd)}</b>
          <span className={typography.secondary}>/month</span>
          {isEarly(offer) && (
            <>
              <span className={typography.visuallyHidden}>Regular price: </span>
              <s className={typography.tertiary}>{formatPrice(offer.regular_price_usd)}/month</s>
              <Badge className={styles.offer} tone="ok">
                {T.earlyOffer}
              </Badge>
            </>
          )}
        </p>
        <ul className={styles.benefits}>
          {GETS.map((each) => (
            <li key={each}>
              <Check className={icon.size14} />
              {each}
            </li>
          ))}
        </ul>
        {isEarly(offer) && (
          <p className={cx(typography.small, typography.tertiary)}>
            You keep this price when it rises for new subscribers. Money back within 14 days.
          </p>
        )}
        {!isEarly(offer) && <p className={cx(typography.small, typography.tertiary)}>Money back within 14 days.</p>}
      </div>
      {offer.provider === 'sandbox' && <Notice tone="warn">{T.sandbox}</Notice>}
      {page.error !== undefined && <Notice tone="bad">{page.error}</Notice>}
    </Dialog>
  );
}
