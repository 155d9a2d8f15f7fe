import { PRODUCT } from '#contract/constants.ts';
import type { RawAnswer } from '#server/platform/http/raw.ts';
import { type Html, html } from '#server/platform/html.ts';
import { renderPage, showDay, showPrice } from './render-frame.ts';
import { type SandboxRow, chargeNow, isRunning, lastPaid, monthOf, paidUntil, stateOf } from './rules.ts';

/** Newest first; older ones stay stored. */
const PAYMENTS_SHOWN = 24;

interface Options {
  /** The submitted form was outdated: the action was not applied. */
  stale?: boolean;
}

/** The state of a subscription, and the actions that apply to it. */
export function renderPortal(row: SandboxRow, now: Date, { stale = false }: Options = {}): RawAnswer {
  return renderPage({
    status: stale ? 409 : 200,
    title: 'Your subscription',
    body: html`<h1>Your subscription</h1>
      ${
        stale
          ? html`<p class="notice" role="status">
              The subscription has changed since this page was opened, so nothing was done. This is how it stands now.
            </p>`
          : undefined
      }
      ${summary(row)} ${payments(row)} ${trials(row, now)}
      <p class="actions"><a class="button" href="${row.returnUrl}">Back to ${PRODUCT}</a></p>`,
  });
}

/** Asks for confirmation. The safer answer comes first in tab order. */
export function renderCancel(row: SandboxRow, path: string): RawAnswer {
  const until = paidUntil(row);
  return renderPage({
    title: 'Cancel the subscription?',
    body: html`<div class="card narrow">
      <h1>Cancel the subscription?</h1>
      <p class="lead">
        Nothing more will be charged.
        ${until === null ? undefined : html`What is paid stays paid: Pro lasts until ${showDay(until)}.`}
      </p>
      <div class="actions">
        <a class="button" href="${path}">Keep the subscription</a>
        ${action(row, 'cancel', 'Yes, cancel it', 'danger')}
      </div>
    </div>`,
  });
}

const STATUS: Record<SandboxRow['status'], { text: string; tone: 'ok' | 'warn' | 'off' }> = {
  APPROVAL_PENDING: { text: 'Waiting for approval', tone: 'off' },
  APPROVED: { text: 'Approved', tone: 'off' },
  ACTIVE: { text: 'Active', tone: 'ok' },
  SUSPENDED: { text: 'Suspended', tone: 'warn' },
  CANCELLED: { text: 'Canceled', tone: 'off' },
  EXPIRED: { text: 'Expired', tone: 'off' },
};

function summary(row: SandboxRow): Html {
  const failed = row.status === 'ACTIVE' && row.failedPayments > 0;
  const { text, tone } = failed ? { text: 'Payment failed', tone: 'warn' } : STATUS[row.status];
  return html`<section class="card" aria-labelledby="plan">
    <h2 id="plan">${PRODUCT} Pro <span class="badge ${tone}">${text}</span></h2>
    <dl>
      <div>
        <dt>Price</dt>
        <dd><strong>${showPrice(row.priceUsd)}</strong> per month</dd>
      </div>
      <div>
        <dt>Subscriber</dt>
        <dd>${row.subscriber}</dd>
      </div>
      <div>
        <dt>Period</dt>
        <dd>${period(row)}</dd>
      </div>
      <div>
        <dt>Next charge</dt>
        <dd>${nextCharge(row)}</dd>
      </div>
    </dl>
    ${
      isRunning(row)
        ? html`<form class="actions" method="get">
            <button class="button" name="confirm" value="cancel">Cancel subscription</button>
          </form>`
        : undefined
    }
  </section>`;
}

function period(row: SandboxRow): Html {
  const last = lastPaid(row);
  if (last === undefined || row.startTime === null) return html`Nothing is paid for`;
  const { start, end } = monthOf(row.startTime, new Date(last.time));
  return html`${showDay(start)} to ${showDay(end)}`;
}

function nextCharge(row: SandboxRow): Html {
  if (row.nextBillingTime === null)
    return row.status === 'SUSPENDED' ? html`None while it is suspended` : html`None: nothing more is charged`;
  const attempt = row.failedPayments === 0 ? '' : `, after ${row.failedPayments} of 3 tries`;
  return html`${showPrice(row.priceUsd)} on
  ${showDay(row.nextBillingTime)}${attempt}${row.declines ? '. It will be declined.' : ''}`;
}

function payments(row: SandboxRow): Html {
  const { startTime } = row;
  const shown = startTime === null ? [] : row.payments.toReversed().slice(0, PAYMENTS_SHOWN);
  return html`<section class="card" aria-labelledby="payments">
    <h2 id="payments">Payments</h2>
    ${
      startTime === null || shown.length === 0
        ? html`<p>There are none.</p>`
        : html`<table>
            <thead>
              <tr>
                <th scope="col">For the month</th>
                <th scope="col">Amount</th>
                <th scope="col">Status</th>
              </tr>
            </thead>
            <tbody>
              ${shown.map(({ time, amountUsd, status }) => {
                const month = monthOf(startTime, new Date(time));
                return html`<tr>
                  <td>${showDay(month.start)} to ${showDay(month.end)}</td>
                  <td class="number">${showPrice(amountUsd)}</td>
                  <td>${status === 'REFUNDED' ? html`<span class="badge warn">Refunded</span>` : 'Paid'}</td>
                </tr>`;
              })}
            </tbody>
          </table>`
    }
  </section>`;
}

/** Simulates rare events, so that they can be tested. Only those that apply are offered. */
function trials(row: SandboxRow, now: Date): Html {
  const offers = [
    chargeNow(row, now) !== undefined && offerCharge(row),
    isRunning(row) &&
      offer(
        row,
        'decline',
        row.declines ? 'Let the next charge work' : 'Let the next charge fail',
        row.declines
          ? 'The card has money again.'
          : 'As a card without money would. It is tried again after three days; the third failure suspends the subscription.',
      ),
    row.status === 'ACTIVE' && offer(row, 'suspend', 'Suspend', 'No charges until it is reactivated.'),
    row.status === 'SUSPENDED' &&
      offer(row, 'reactivate', 'Reactivate', 'Resumes it. If the paid period is over, it is charged immediately.'),
    lastPaid(row) !== undefined &&
      offer(row, 'refund', 'Refund the last payment', 'The money goes back, and what it paid for ends.'),
  ].filter((one) => one !== false);
  if (offers.length === 0) return html``;
  return html`<section class="card" aria-labelledby="trials">
    <h2 id="trials">Try out provider events</h2>
    <ul class="trials">
      ${offers}
    </ul>
  </section>`;
}

function offerCharge(row: SandboxRow): Html {
  if (row.declines) return offer(row, 'charge', 'Charge now', 'The next charge, without waiting. It will be declined.');
  return row.failedPayments > 0
    ? offer(row, 'charge', 'Charge now', 'Tries again without waiting.')
    : offer(row, 'charge', 'Renew now', 'The next month is paid today. At most a year ahead.');
}

const offer = (row: SandboxRow, name: string, label: string, effect: string): Html =>
  html`<li>${action(row, name, label)}<span>${effect}</span></li>`;

/** Idempotent: the form carries the state it was rendered for, so a second submission does not apply. */
const action = (row: SandboxRow, name: string, label: string, tone = ''): Html =>
  html`<form method="post">
    <input type="hidden" name="seen" value="${stateOf(row)}" />
    <button class="button ${tone}" name="action" value="${name}">${label}</button>
  </form>`;
