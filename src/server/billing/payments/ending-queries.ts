import { and, asc, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { PaymentProviderName } from '#contract/subscription.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { paymentEndings, paymentSubscriptions } from '#server/platform/db/tables/index.ts';
import { waitAfter } from './ending-rules.ts';
import type { PaymentRow } from './queries.ts';

export type EndingRow = typeof paymentEndings.$inferSelect;

export async function findEnding(db: Database | Tx, paymentId: string): Promise<EndingRow | undefined> {
  const [row] = await db.select().from(paymentEndings).where(eq(paymentEndings.paymentId, paymentId));
  return row;
}

/** A person's subscriptions that are ended by us, completed or not. */
export const listEndings = (db: Database | Tx, userId: Id): Promise<{ ending: EndingRow; payment: PaymentRow }[]> =>
  db
    .select({ ending: paymentEndings, payment: paymentSubscriptions })
    .from(paymentEndings)
    .innerJoin(paymentSubscriptions, eq(paymentSubscriptions.id, paymentEndings.paymentId))
    .where(eq(paymentSubscriptions.userId, userId))
    .orderBy(asc(paymentEndings.createdAt), asc(paymentEndings.paymentId));

/** Endings whose next attempt is due, the longest waiting first. */
export const listDueEndings = (
  db: Database,
  provider: PaymentProviderName,
  now: Date,
  limit: number,
): Promise<{ paymentId: string }[]> =>
  db
    .select({ paymentId: paymentEndings.paymentId })
    .from(paymentEndings)
    .innerJoin(paymentSubscriptions, eq(paymentSubscriptions.id, paymentEndings.paymentId))
    .where(and(eq(paymentSubscriptions.provider, provider), lte(paymentEndings.tryAt, now)))
    .orderBy(asc(paymentEndings.tryAt))
    .limit(limit);

/**
 * Claims an attempt by writing the time of the next one before anything is sent: after a crash it is retried later, and
 * of two servers one makes it. Undefined: not due, or done. `atOnce` ignores the due time.
 */
export async function takeEnding(
  db: Database,
  paymentId: string,
  now: Date,
  atOnce: boolean,
): Promise<EndingRow | undefined> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(paymentEndings)
      .where(
        and(
          eq(paymentEndings.paymentId, paymentId),
          atOnce ? isNull(paymentEndings.doneAt) : lte(paymentEndings.tryAt, now),
        ),
      )
      .for('update');
    if (row === undefined) return undefined;
    const tries = row.tries + 1;
    const tryAt = new Date(now.getTime() + waitAfter(tries));
    await tx.update(paymentEndings).set({ tries, tryAt }).where(eq(paymentEndings.paymentId, paymentId));
    return { ...row, tries, tryAt };
  });
}

/** Inserts endings, and returns those that are new. */
export async function addEndings(
  tx: Tx,
  endings: readonly Pick<EndingRow, 'paymentId' | 'reason' | 'kept'>[],
  now: Date,
): Promise<string[]> {
  if (endings.length === 0) return [];
  const added = await tx
    .insert(paymentEndings)
    .values(endings.map((one) => ({ ...one, tryAt: now, createdAt: now })))
    .onConflictDoNothing()
    .returning({ id: paymentEndings.paymentId });
  return added.map(({ id }) => id);
}

export const closeEnding = (tx: Tx, paymentId: string, now: Date) =>
  tx.update(paymentEndings).set({ doneAt: now, tryAt: null }).where(eq(paymentEndings.paymentId, paymentId));

/** Something was charged after all: an attempt is due now. */
export const reopenEnding = (tx: Tx, paymentId: string, now: Date) =>
  tx
    .update(paymentEndings)
    .set({ doneAt: null, tryAt: now, tries: 0 })
    .where(and(eq(paymentEndings.paymentId, paymentId), isNotNull(paymentEndings.doneAt)));
