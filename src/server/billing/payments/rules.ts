import type { SubscriptionStatus } from '#contract/subscription.ts';
import type { ProviderPayment, ProviderSubscription } from './provider.ts';

/** What a provider's answer means for the plan. */
export interface Standing {
  /** Null: not approved yet. */
  status: SubscriptionStatus | null;
  periodStart: Date | null;
  periodEnd: Date | null;
  /** Paid, or trusted to be, up to here. Null: not at all. */
  accessUntil: Date | null;
  renews: boolean;
}

interface Period {
  start: Date;
  end: Date;
}

const DAY_MS = 86_400_000;
/** A renewal is charged some time after the period has ended: nobody falls to Free in between. */
const RENEWAL_SLACK_MS = 2 * DAY_MS;

const NOT_YET: Standing = { status: null, periodStart: null, periodEnd: null, accessUntil: null, renews: false };

/** Only from the answer, never from what was known before: so the order in which messages arrive changes nothing. */
export function judgeSubscription(answer: ProviderSubscription): Standing {
  const { status, startTime } = answer;
  if (status === 'APPROVAL_PENDING' || status === 'APPROVED' || startTime === null) return NOT_YET;
  const paid = paidPeriod(startTime, answer.payments);
  const last = latest(answer.payments);
  const standing = (name: SubscriptionStatus, period: Period | null, until: Date): Standing => ({
    status: name,
    periodStart: period?.start ?? null,
    periodEnd: period?.end ?? null,
    accessUntil: until,
    renews: status === 'ACTIVE',
  });
  // Money that went back bought nothing; what was paid before it still counts.
  if (last?.refunded === true) return standing('refunded', paid, paid?.end ?? startTime);
  if (status !== 'ACTIVE') return standing(ENDED[status], paid, paid?.end ?? startTime);
  const end = answer.nextBillingTime ?? paid?.end ?? addMonths(startTime, 1);
  if (answer.failedPayments > 0) {
    // A month on trust and no more: a provider may go on trying for ever. Whoever never paid anything is not trusted.
    const trusted = paid && { start: paid.start, end: earlier(end, addMonths(paid.end, 1)) };
    return standing('past_due', trusted, trusted?.end ?? startTime);
  }
  const period = { start: paid?.start ?? startTime, end };
  return standing('active', period, new Date(end.getTime() + RENEWAL_SLACK_MS));
}

const earlier = (a: Date, b: Date) => (a < b ? a : b);

const ENDED = { SUSPENDED: 'suspended', CANCELLED: 'cancelled', EXPIRED: 'expired' } as const;

export const latest = (payments: readonly ProviderPayment[]) =>
  payments.toSorted((a, b) => a.time.getTime() - b.time.getTime()).at(-1);

/** When the first payment was made. */
export const firstPaid = ({ payments }: ProviderSubscription): Date | null =>
  payments.toSorted((a, b) => a.time.getTime() - b.time.getTime()).at(0)?.time ?? null;

/** PayPal charges in the morning of the day, by its own calendar: that may be hours before the month is over by the clock. */
const EARLY_MS = 2 * DAY_MS;

/** The month that the last payment paid for. Months are counted from the first day, so that one on the 31st stays there. */
export function paidPeriod(anchor: Date, payments: readonly ProviderPayment[]): Period | null {
  const last = latest(payments.filter((payment) => !payment.refunded));
  if (last === undefined) return null;
  let months = 0;
  while (addMonths(anchor, months + 1).getTime() - EARLY_MS <= last.time.getTime()) months += 1;
  return { start: addMonths(anchor, months), end: addMonths(anchor, months + 1) };
}

/** The same day and time so many months later, by UTC; where a month has no such day, its last. */
export function addMonths(from: Date, months: number): Date {
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const month = new Date(first);
  const days = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  const time = from.getTime() - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  return new Date(first + (Math.min(from.getUTCDate(), days) - 1) * DAY_MS + time);
}

const MINUTE_MS = 60_000;
/** How long an approval may take; PayPal's own link does not live longer. */
export const APPROVAL_MS = 3 * 60 * MINUTE_MS;
const AFTER_PERIOD_MS = 5 * MINUTE_MS;
const AGAIN_MS = 60 * MINUTE_MS;

/** When to ask the provider again although it said nothing. Null: there is nothing to wait for. */
export function nextLook(standing: Standing, createdAt: Date, now: Date): Date | null {
  const later = (ms: number) => new Date(now.getTime() + ms);
  if (standing.status === null) {
    return now.getTime() - createdAt.getTime() < 2 * APPROVAL_MS ? later(10 * MINUTE_MS) : null;
  }
  // Whoever takes it up again at the provider pays again: that must not hang on one message.
  if (standing.status === 'suspended') return later(DAY_MS);
  if (!standing.renews) return null;
  // All that was paid went back; the next charge will come all the same.
  if (standing.periodEnd === null) return later(DAY_MS);
  const due = new Date(standing.periodEnd.getTime() + AFTER_PERIOD_MS);
  return due > now ? due : later(AGAIN_MS);
}

export interface Held {
  id: string;
  accessUntil: Date | null;
  renews: boolean;
  firstPaidAt: Date | null;
  activatedAt: Date | null;
  createdAt: Date;
}

/** Of all subscriptions of one person, the one that carries the plan: what lasts longest, and of equals the first. */
export function chooseCarrier<T extends Held>(held: readonly T[]): T | undefined {
  const until = (one: T) => one.accessUntil?.getTime() ?? -Infinity;
  return held
    .filter((one) => one.accessUntil !== null)
    .toSorted((a, b) => until(b) - until(a) || a.createdAt.getTime() - b.createdAt.getTime())
    .at(0);
}

/**
 * Of the subscriptions that renew, all but the one that was paid first: whoever approved two is not to pay twice for one
 * plan. By the provider's time, so that it does not matter which message comes first or which checkout is older.
 */
export function findDoubles<T extends Held>(held: readonly T[]): T[] {
  const since = (one: T) => (one.firstPaidAt ?? one.activatedAt ?? one.createdAt).getTime();
  return held
    .filter((one) => one.renews)
    .toSorted((a, b) => since(a) - since(b) || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
    .slice(1);
}
