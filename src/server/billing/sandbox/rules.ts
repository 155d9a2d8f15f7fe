import type { SandboxPayment, sandboxSubscriptions } from '#server/platform/db/tables/index.ts';
import { APPROVAL_MS, addMonths } from '../payments/rules.ts';

export type SandboxRow = typeof sandboxSubscriptions.$inferSelect;

/** What happens to a subscription, in PayPal's words: the path behind the door is the same. */
export type SandboxEvent =
  | 'BILLING.SUBSCRIPTION.ACTIVATED'
  | 'BILLING.SUBSCRIPTION.PAYMENT.FAILED'
  | 'BILLING.SUBSCRIPTION.SUSPENDED'
  | 'BILLING.SUBSCRIPTION.RE-ACTIVATED'
  | 'BILLING.SUBSCRIPTION.CANCELLED'
  | 'PAYMENT.SALE.COMPLETED'
  | 'PAYMENT.SALE.REFUNDED';

/** The books after something happened, and what is told about it. */
export interface Change {
  row: SandboxRow;
  events: SandboxEvent[];
}

/** What somebody, or time, does to a subscription. Undefined: it does not apply, and nothing happens. */
export type Act = (row: SandboxRow, now: Date) => Change | undefined;

const DAY_MS = 86_400_000;
const RETRY_MS = 3 * DAY_MS;
const FAILURES_MAX = 3;
/** How many months may be paid for before they have begun. */
const AHEAD_MAX = 12;
/** Charges in one go; what is left is charged by the next. */
const CHARGES_MAX = 60;
/** A place at the early price is kept for as long as an approval may take: what is approved in time is told in time. */
const CHECKOUT_MS = APPROVAL_MS - 5 * 60_000;

export const isCheckoutOver = (row: SandboxRow, now: Date): boolean =>
  now.getTime() - row.createdAt.getTime() > CHECKOUT_MS;

export const approve: Act = (row, now) => {
  if (row.status !== 'APPROVAL_PENDING' || isCheckoutOver(row, now)) return undefined;
  return {
    row: {
      ...row,
      status: 'ACTIVE',
      startTime: now,
      nextBillingTime: addMonths(now, 1),
      payments: [paid(row, now)],
    },
    events: ['BILLING.SUBSCRIPTION.ACTIVATED', 'PAYMENT.SALE.COMPLETED'],
  };
};

/** Tries to take the next month's money, whether or not it is due yet. */
export const chargeNow: Act = (row, now) => {
  const { status, startTime, nextBillingTime } = row;
  if (status !== 'ACTIVE' || startTime === null || nextBillingTime === null) return undefined;
  if (nextBillingTime > addMonths(now, AHEAD_MAX)) return undefined;
  if (row.declines) return refuse(row, nextBillingTime);
  const month = monthOf(startTime, nextBillingTime);
  // Money counts for the month it pays, from its first day: early money for the one to come, late money for the one that
  // was waited for. On a day close to the month's end it would be taken for the next one's.
  const payments = [...row.payments, paid(row, month.start)];
  return {
    row: { ...row, nextBillingTime: month.end, failedPayments: 0, payments },
    events: ['PAYMENT.SALE.COMPLETED'],
  };
};

function refuse(row: SandboxRow, due: Date): Change {
  const failed = { ...row, declines: false, failedPayments: row.failedPayments + 1 };
  const event = 'BILLING.SUBSCRIPTION.PAYMENT.FAILED';
  if (failed.failedPayments < FAILURES_MAX)
    return { row: { ...failed, nextBillingTime: new Date(due.getTime() + RETRY_MS) }, events: [event] };
  return {
    row: { ...failed, status: 'SUSPENDED', nextBillingTime: null },
    events: [event, 'BILLING.SUBSCRIPTION.SUSPENDED'],
  };
}

/** Everything that has become due, one charge after the other: a server that was off for months charges each of them. */
export const chargeDue: Act = (row, now) => {
  let done: Change = { row, events: [] };
  for (let count = 0; count < CHARGES_MAX && isDue(done.row, now); count += 1) {
    const next = chargeNow(done.row, now);
    if (next === undefined) break;
    done = { row: next.row, events: [...done.events, ...next.events] };
  }
  return done.events.length === 0 ? undefined : done;
};

const isDue = ({ status, nextBillingTime }: SandboxRow, now: Date) =>
  status === 'ACTIVE' && nextBillingTime !== null && nextBillingTime <= now;

/** Only a switch: nothing has happened yet, so nothing is told. */
export const switchDeclines: Act = (row) =>
  isRunning(row) ? { row: { ...row, declines: !row.declines }, events: [] } : undefined;

export const suspend: Act = (row) =>
  row.status === 'ACTIVE'
    ? { row: { ...row, status: 'SUSPENDED', nextBillingTime: null }, events: ['BILLING.SUBSCRIPTION.SUSPENDED'] }
    : undefined;

/** Goes on with the month that was paid for, or, where that is over, takes the money for the present one at once. */
export const reactivate: Act = (row, now) => {
  if (row.status !== 'SUSPENDED' || row.startTime === null) return undefined;
  const until = paidUntil(row);
  const nextBillingTime = until !== null && until > now ? until : now;
  const active: SandboxRow = { ...row, status: 'ACTIVE', failedPayments: 0, nextBillingTime };
  const charged = chargeDue(active, now);
  return { row: charged?.row ?? active, events: ['BILLING.SUBSCRIPTION.RE-ACTIVATED', ...(charged?.events ?? [])] };
};

export const cancel: Act = (row) =>
  row.status === 'CANCELLED' || row.status === 'EXPIRED'
    ? undefined
    : { row: { ...row, status: 'CANCELLED', nextBillingTime: null }, events: ['BILLING.SUBSCRIPTION.CANCELLED'] };

/** Money goes back; the subscription itself goes on, as it does at other providers. */
export const refundLast: Act = (row, now) => {
  const last = lastPaid(row);
  return last === undefined ? undefined : refundOne(last.id)(row, now);
};

export const refundOne =
  (paymentId: string): Act =>
  (row) => {
    if (!row.payments.some(({ id, status }) => id === paymentId && status === 'COMPLETED')) return undefined;
    const payments = row.payments.map((one) => (one.id === paymentId ? { ...one, status: 'REFUNDED' as const } : one));
    return { row: { ...row, payments }, events: ['PAYMENT.SALE.REFUNDED'] };
  };

/** A payment's id begins with that of its subscription. */
export const subscriptionOf = (paymentId: string): string => paymentId.slice(0, paymentId.lastIndexOf('-'));

export const isRunning = ({ status }: SandboxRow): boolean => status === 'ACTIVE' || status === 'SUSPENDED';

export const lastPaid = ({ payments }: SandboxRow): SandboxPayment | undefined =>
  payments.findLast(({ status }) => status === 'COMPLETED');

export interface Month {
  start: Date;
  end: Date;
}

/** The month of a subscription that a moment falls into. Months are counted from its first day, so that a 31st stays one. */
export function monthOf(anchor: Date, at: Date): Month {
  let months = 0;
  while (addMonths(anchor, months + 1) <= at) months += 1;
  return { start: addMonths(anchor, months), end: addMonths(anchor, months + 1) };
}

/** Up to where money was taken and kept. */
export function paidUntil(row: SandboxRow): Date | null {
  const last = lastPaid(row);
  return last === undefined || row.startTime === null ? null : monthOf(row.startTime, new Date(last.time)).end;
}

/** The id is the place among the payments: the books are written whole, and a payment is never taken out. */
const paid = (row: SandboxRow, time: Date): SandboxPayment => ({
  id: `${row.id}-${row.payments.length + 1}`,
  time: time.toISOString(),
  amountUsd: row.priceUsd,
  status: 'COMPLETED',
});

/** What a page has shown: a form that was sent twice, or too late, is about another state than this one. */
export function stateOf(row: SandboxRow): string {
  const { status, nextBillingTime, failedPayments, declines, payments } = row;
  const refunded = payments.filter((one) => one.status === 'REFUNDED').length;
  const next = nextBillingTime?.getTime() ?? 0;
  return [status, next, failedPayments, declines ? 1 : 0, payments.length, refunded].join('.');
}
