import { and, asc, eq, isNotNull, lte, sql } from 'drizzle-orm';
import { EARLY_PRICE_USD, EARLY_SUBSCRIBERS } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { PaymentProviderName } from '#contract/subscription.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { paymentSubscriptions, userSubscriptions } from '#server/platform/db/tables/index.ts';
import { APPROVAL_MS } from './rules.ts';

export type PaymentRow = typeof paymentSubscriptions.$inferSelect;

export const listPayments = (db: Database | Tx, userId: Id): Promise<PaymentRow[]> =>
  db
    .select()
    .from(paymentSubscriptions)
    .where(eq(paymentSubscriptions.userId, userId))
    .orderBy(asc(paymentSubscriptions.createdAt), asc(paymentSubscriptions.id));

export async function findPayment(db: Database | Tx, id: string): Promise<PaymentRow | undefined> {
  const [row] = await db.select().from(paymentSubscriptions).where(eq(paymentSubscriptions.id, id));
  return row;
}

/**
 * The payments behind a person's tier, also after it has ended; undefined for somebody who never paid. Access ends with
 * the tier: the months of another subscription may outlast this one's.
 */
export async function findCarrier(db: Database | Tx, userId: Id): Promise<PaymentRow | undefined> {
  const [row] = await db
    .select({ payment: paymentSubscriptions, plan: userSubscriptions })
    .from(userSubscriptions)
    .innerJoin(paymentSubscriptions, eq(paymentSubscriptions.id, userSubscriptions.paymentId))
    .where(eq(userSubscriptions.userId, userId));
  if (row === undefined) return undefined;
  const { payment, plan } = row;
  const isLonger = !plan.granted && (plan.accessUntil?.getTime() ?? 0) > (payment.accessUntil?.getTime() ?? 0);
  return isLonger ? { ...payment, accessUntil: plan.accessUntil } : payment;
}

/** Subscriptions of this provider that are due for polling, the longest waiting first. */
export const listDue = (
  db: Database,
  provider: PaymentProviderName,
  now: Date,
  limit: number,
): Promise<{ id: string }[]> =>
  db
    .select({ id: paymentSubscriptions.id })
    .from(paymentSubscriptions)
    .where(
      and(
        eq(paymentSubscriptions.provider, provider),
        isNotNull(paymentSubscriptions.lookAt),
        lte(paymentSubscriptions.lookAt, now),
      ),
    )
    .orderBy(asc(paymentSubscriptions.lookAt))
    .limit(limit);

/**
 * Places taken at the early price: everybody who ever paid it, and open checkouts that may be approved. `except` is not
 * counted, because an account keeps its place. Sandbox sales take no place at a real provider.
 */
export async function countEarlySubscribers(
  db: Database | Tx,
  provider: PaymentProviderName,
  now: Date,
  except: Id | null,
): Promise<number> {
  const since = new Date(now.getTime() - APPROVAL_MS).toISOString();
  const early = sql`provider = ${provider} and price_usd <= ${EARLY_PRICE_USD} and user_id is distinct from ${except}`;
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      (select distinct user_id from payment_subscriptions where ${early} and activated_at is not null limit ${EARLY_SUBSCRIBERS})
      union
      (select user_id from payment_subscriptions where ${early} and activated_at is null and created_at > ${since})
    ) taken`);
  return rows[0]?.count ?? 0;
}

export async function isEarlySubscriber(
  db: Database | Tx,
  provider: PaymentProviderName,
  userId: Id,
): Promise<boolean> {
  const { rows } = await db.execute<{ one: number }>(sql`
    select 1 as one from payment_subscriptions
    where user_id = ${userId} and provider = ${provider} and price_usd <= ${EARLY_PRICE_USD} and activated_at is not null
    limit 1`);
  return rows.length === 1;
}
