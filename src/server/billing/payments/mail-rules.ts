import type { PaymentMailFacts, PaymentMailKind } from '#server/platform/db/tables/index.ts';
import type { EndingRow } from './ending-queries.ts';
import type { ProviderPayment, ProviderSubscription } from './provider.ts';
import type { PaymentRow } from './queries.ts';
import { latest, paidPeriod } from './rules.ts';

export interface PaymentMail {
  kind: PaymentMailKind;
  /** Deduplication key within its kind: the same event is mailed once. */
  about: string;
  facts: PaymentMailFacts;
}

interface Found {
  before: PaymentRow;
  row: PaymentRow;
  answer: ProviderSubscription;
  ending: EndingRow | undefined;
}

/** Tolerance for clock skew between the provider and us. */
const SLACK_MS = 3_600_000;

/** Everything the provider's answer gives reason to mail about. Most of it was mailed before: deduplicated later. */
export function mailsFor(found: Found, now: Date): PaymentMail[] {
  if (found.row.status === null) return [];
  return [...received(found), ...failed(found, now), ...refunds(found, now), ...cancelled(found, now)];
}

const basics = ({ provider, priceUsd }: PaymentRow) => ({ provider, amountUsd: priceUsd });
const lasting = ({ accessUntil }: PaymentRow, now: Date) =>
  accessUntil !== null && accessUntil > now ? accessUntil.toISOString() : null;
const isNew = ({ row }: Found, { time }: ProviderPayment) => time.getTime() >= row.tellsFrom.getTime() - SLACK_MS;

/** Not for payments that will be refunded. */
function received(found: Found): PaymentMail[] {
  const { row, answer, ending } = found;
  const { startTime } = answer;
  if (ending !== undefined || startTime === null) return [];
  return answer.payments
    .filter((payment) => !payment.refunded && isNew(found, payment))
    .map((payment) => {
      const period = paidPeriod(startTime, [payment]);
      const facts = {
        ...basics(row),
        amountUsd: payment.amountUsd,
        ...(period && { periodStart: period.start.toISOString(), periodEnd: period.end.toISOString() }),
        nextAt: row.renews ? (answer.nextBillingTime?.toISOString() ?? null) : null,
      };
      return { kind: 'received', about: payment.id, facts };
    });
}

/** One per failed attempt, counted anew each month. */
function failed({ row, answer, ending }: Found, now: Date): PaymentMail[] {
  const isWaiting = answer.status === 'ACTIVE' || answer.status === 'SUSPENDED';
  if (answer.failedPayments === 0 || !isWaiting || ending !== undefined) return [];
  const paid = answer.startTime && paidPeriod(answer.startTime, answer.payments);
  const nextAt = answer.status === 'ACTIVE' ? (answer.nextBillingTime?.toISOString() ?? null) : null;
  const about = `${paid?.end.toISOString() ?? 'nothing'} ${answer.failedPayments}`;
  return [{ kind: 'failed', about, facts: { ...basics(row), nextAt, until: lasting(row, now) } }];
}

function refunds(found: Found, now: Date): PaymentMail[] {
  const { before, row, answer, ending } = found;
  const last = latest(answer.payments);
  return answer.payments.flatMap((payment): PaymentMail[] => {
    const isLast = payment.id === last?.id;
    const isNews = isNew(found, payment) || (isLast && before.status !== 'refunded');
    if (!isNews || !(payment.refunded || payment.isPartlyRefunded)) return [];
    const goesOn = !(isLast && payment.refunded);
    const facts = {
      ...basics(row),
      amountUsd: payment.amountUsd,
      paidAt: payment.time.toISOString(),
      isPart: payment.isPartlyRefunded,
      goesOn,
      until: lasting(row, now),
      ...(ending !== undefined && { endedFor: ending.reason }),
    };
    return [{ kind: 'refund', about: `${payment.id} ${payment.isPartlyRefunded ? 'part' : 'whole'}`, facts }];
  });
}

/** A refund and a duplicate have mails of their own, which say that it ends. */
function cancelled({ before, row, answer, ending }: Found, now: Date): PaymentMail[] {
  const isTold = ending !== undefined && ending.reason !== 'replaced';
  if (answer.status !== 'CANCELLED' || before.status === 'cancelled' || row.status !== 'cancelled' || isTold) return [];
  const facts = { ...basics(row), until: lasting(row, now), ...(ending !== undefined && { endedFor: ending.reason }) };
  return [{ kind: 'cancelled', about: '', facts }];
}
