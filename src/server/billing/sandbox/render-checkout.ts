import { PRODUCT } from '#contract/constants.ts';
import type { RawAnswer } from '#server/platform/http/raw.ts';
import { html } from '#server/platform/html.ts';
import { addMonths } from '../payments/rules.ts';
import { renderPage, renderRefusal, showDay, showPrice } from './render-frame.ts';
import { type SandboxRow, isCheckoutOver } from './rules.ts';

const BACK = `Back to ${PRODUCT}`;

/** The checkout page, or a notice that it is no longer open. */
export function renderCheckout(row: SandboxRow, now: Date): RawAnswer {
  if (row.status !== 'APPROVAL_PENDING')
    return renderRefusal(
      200,
      row.startTime === null ? 'This checkout is closed' : 'You have already subscribed',
      row.startTime === null
        ? 'It was canceled before anybody approved it. Nothing was charged.'
        : 'This checkout was approved before, and is charged once.',
      { url: row.returnUrl, label: BACK },
    );
  if (isCheckoutOver(row, now))
    return renderRefusal(
      410,
      'This checkout has expired',
      'It waited too long for an approval, and its price is no longer kept. Nothing was charged: start again from your subscription page.',
      { url: row.cancelUrl, label: BACK },
    );
  return renderPage({
    title: 'Subscribe to Pro',
    body: html`<div class="card narrow">
      <h1>Subscribe to Pro</h1>
      <p class="lead">Review it, then approve. You can cancel at any time.</p>
      <dl>
        <div>
          <dt>Plan</dt>
          <dd>${PRODUCT} Pro, billed monthly</dd>
        </div>
        <div>
          <dt>Price</dt>
          <dd><strong>${showPrice(row.priceUsd)}</strong> per month</dd>
        </div>
        <div>
          <dt>Subscriber</dt>
          <dd>${row.subscriber}</dd>
        </div>
        <div>
          <dt>First charge</dt>
          <dd>Today, ${showDay(now)}</dd>
        </div>
        <div>
          <dt>Next charge</dt>
          <dd>${showDay(addMonths(now, 1))}</dd>
        </div>
      </dl>
      <form class="actions" method="post">
        <button class="button primary" name="action" value="approve">Approve and subscribe</button>
        <button class="button" name="action" value="cancel">Cancel and return</button>
      </form>
    </div>`,
  });
}
