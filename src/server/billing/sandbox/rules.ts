import type { SandboxPayment, sandboxSubscriptions } from '#server/platform/db/tables/index.ts';
import { APPROVAL_MS, addMonths } from '../payments/rules.ts';

export type SandboxRow = typeof sandboxSubscriptions.$inferSelect;

/** Event names as PayPal's, so that the same handling is exercised. */
export type SandboxEvent =
  | 'BILLING.SUBSCRIPTION.ACTIVATED'
  | 'BILLING.SUBSCRIPTION.PAYMENT.FAILED'
  | 'BILLING.SUBSCRIPTION.SUSPENDED'
  | 'BILLING.SUBSCRIPTION.RE-ACTIVATED'
  | 'BILLING.SUBSCRIPTION.CANCELLED'
  | 'PAYMENT.SALE.COMPLETED'
  | 'PAYMENT.SALE.REFUNDED';

/** The state after an act, and the events to send. */
export interface Change {
  row: SandboxRow;
  events: SandboxEvent[];
}

/** A state transition. Undefined: it does not apply. */
export type Act = (row: SandboxRow, now: Date) => Change | undefined;

const DAY_MS = 86_400_000;
const RETRY_MS = 3 * DAY_MS;
const FAILURES_MAX = 3;
/** Months that may be paid in advance. */
const AHEAD_MAX = 12;
/** Bound per run; the rest is charged by the next run. */
const CHARGES_MAX = 60;
/** Shorter than the time a place at the early price is reserved, so that an approval is always processed in time. */
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

/** Charges the next month, whether or not it is due. */
export const chargeNow: Act = (row, now) => {
  const { status, startTime, nextBillingTime } = row;
  if (status !== 'ACTIVE' || startTime === null || nextBillingTime === null) return undefined;
  if (nextBillingTime > addMonths(now, AHEAD_MAX)) return undefined;
  if (row.declines) return refuse(row, nextBillingTime);
  const month = monthOf(startTime, nextBillingTime);
  // A payment is dated by the first day of the month it pays, early or late: dated by the actual time, one near the end
  // of a month would count for the next.
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

/** Charges everything that is due in sequence: a server that was off for months charges each month. */
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

/** Only sets a flag, so no event is sent. */
export const switchDeclines: Act = (row) =>
  isRunning(row) ? { row: { ...row, declines: !row.declines }, events: [] } : undefined;

export const suspend: Act = (row) =>
  row.status === 'ACTIVE'
    ? { row: { ...row, status: 'SUSPENDED', nextBillingTime: null }, events: ['BILLING.SUBSCRIPTION.SUSPENDED'] }
    : undefined;

/** Continues the paid month or, if that is over, charges the current one at once. */
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

/** Refunds a payment; the subscription continues, as it does at real providers. */
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

/** A payment's id starts with its subscription's. */
export const subscriptionOf = (paymentId: string): string => paymentId.slice(0, paymentId.lastIndexOf('-'));

export const isRunning = ({ status }: SandboxRow): boolean => status === 'ACTIVE' || status === 'SUSPENDED';

export const lastPaid = ({ payments }: SandboxRow): SandboxPayment | undefined =>
  payments.findLast(({ status }) => status === 'COMPLETED');

export interface Month {
  start: Date;
  end: Date;
}

/** The billing month a moment falls into. Months are counted from the anchor, so that the 31st does not drift. */
export function monthOf(anchor: Date, at: Date): Month {
  let months = 0;
  while (addMonths(anchor, months + 1) <= at) months += 1;
  return { start: addMonths(anchor, months), end: addMonths(anchor, months + 1) };
}

/** The end of the last period that was paid and not refunded. */
export function paidUntil(row: SandboxRow): Date | null {
  const last = lastPaid(row);
  return last === undefined || row.startTime === null ? null : monthOf(row.startTime, new Date(last.time)).end;
}

/** The index is the id: payments are only ever appended. */
const paid = (row: SandboxRow, time: Date): SandboxPayment => ({
  id: `${row.id}-${row.payments.length + 1}`,
  time: time.toISOString(),
  amountUsd: row.priceUsd,
  status: 'COMPLETED',
});

/** Version of the state a page was rendered for: a form submitted twice, or too late, carries another one. */
export function stateOf(row: SandboxRow): string {
  const { status, nextBillingTime, failedPayments, declines, payments } = row;
  const refunded = payments.filter((one) => one.status === 'REFUNDED').length;
  const next = nextBillingTime?.getTime() ?? 0;
  return [status, next, failedPayments, declines ? 1 : 0, payments.length, refunded].join('.');
}
