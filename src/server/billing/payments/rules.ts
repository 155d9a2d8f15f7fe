import type { SubscriptionStatus } from '#contract/subscription.ts';
import type { ProviderPayment, ProviderSubscription } from './provider.ts';

/** What the provider's state means for the tier. */
export interface Standing {
  /** Null: not approved yet. */
  status: SubscriptionStatus | null;
  periodStart: Date | null;
  periodEnd: Date | null;
  /** Paid, or in the grace period, until then. Null: not at all. */
  accessUntil: Date | null;
  renews: boolean;
}

interface Period {
  start: Date;
  end: Date;
}

const DAY_MS = 86_400_000;
/** Grace period: a renewal is charged some time after the period has ended, without falling back to Free in between. */
const RENEWAL_SLACK_MS = 2 * DAY_MS;

const NOT_YET: Standing = { status: null, periodStart: null, periodEnd: null, accessUntil: null, renews: false };

/** A pure function of the answer, never of what was known before: so the order of webhooks does not matter. */
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
  // A refunded payment grants nothing; earlier payments still count.
  if (last?.refunded === true) return standing('refunded', paid, paid?.end ?? startTime);
  if (status !== 'ACTIVE') return standing(ENDED[status], paid, paid?.end ?? startTime);
  const end = answer.nextBillingTime ?? paid?.end ?? addMonths(startTime, 1);
  if (answer.failedPayments > 0) {
    // A grace period of one month at most, since a provider may retry for ever. None without an earlier payment.
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

export const firstPaid = ({ payments }: ProviderSubscription): Date | null =>
  payments.toSorted((a, b) => a.time.getTime() - b.time.getTime()).at(0)?.time ?? null;

/** PayPal charges on the morning of the day in its own time zone, which can be hours before the month ends in UTC. */
const EARLY_MS = 2 * DAY_MS;

/** The month the last payment covers. Months are counted from the anchor, so that the 31st does not drift. */
export function paidPeriod(anchor: Date, payments: readonly ProviderPayment[]): Period | null {
  const last = latest(payments.filter((payment) => !payment.refunded));
  if (last === undefined) return null;
  let months = 0;
  while (addMonths(anchor, months + 1).getTime() - EARLY_MS <= last.time.getTime()) months += 1;
  return { start: addMonths(anchor, months), end: addMonths(anchor, months + 1) };
}

/** The same day and time so many months later in UTC, clamped to the last day of the month. */
export function addMonths(from: Date, months: number): Date {
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const month = new Date(first);
  const days = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  const time = from.getTime() - Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate());
  return new Date(first + (Math.min(from.getUTCDate(), days) - 1) * DAY_MS + time);
}

const MINUTE_MS = 60_000;
/** How long an approval may take; PayPal's link expires no later. */
export const APPROVAL_MS = 3 * 60 * MINUTE_MS;
const AFTER_PERIOD_MS = 5 * MINUTE_MS;
const AGAIN_MS = 60 * MINUTE_MS;

/** When to poll the provider although no webhook came. Null: nothing to wait for. */
export function nextLook(standing: Standing, createdAt: Date, now: Date): Date | null {
  const later = (ms: number) => new Date(now.getTime() + ms);
  if (standing.status === null) {
    return now.getTime() - createdAt.getTime() < 2 * APPROVAL_MS ? later(10 * MINUTE_MS) : null;
  }
  // Resuming at the provider bills again, so noticing it must not depend on one webhook.
  if (standing.status === 'suspended') return later(DAY_MS);
  if (!standing.renews) return null;
  // Everything paid was refunded, but the next charge will come.
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

/** Of a person's subscriptions the one that determines the tier: the longest access, and of equals the first. */
export function chooseCarrier<T extends Held>(held: readonly T[]): T | undefined {
  const until = (one: T) => one.accessUntil?.getTime() ?? -Infinity;
  return held
    .filter((one) => one.accessUntil !== null)
    .toSorted((a, b) => until(b) - until(a) || a.createdAt.getTime() - b.createdAt.getTime())
    .at(0);
}

/**
 * Of the subscriptions that renew, all but the one paid first: a person who approved two must not pay twice. Ordered by
 * the provider's time, so that the order of webhooks and of checkouts does not matter.
 */
export function findDoubles<T extends Held>(held: readonly T[]): T[] {
  const since = (one: T) => (one.firstPaidAt ?? one.activatedAt ?? one.createdAt).getTime();
  return held
    .filter((one) => one.renews)
    .toSorted((a, b) => since(a) - since(b) || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1))
    .slice(1);
}
