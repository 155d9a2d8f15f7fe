import type { Tx } from '#server/platform/db/client.ts';
import { addEndings, closeEnding, findEnding, reopenEnding } from './ending-queries.ts';
import { isDone, isRefundedWhileRunning } from './ending-rules.ts';
import type { ProviderSubscription } from './provider.ts';

/**
 * Brings what is to be ended in line with what the provider says: a refunded subscription has to end, one that is over and
 * settled is done with, and one of which more was charged is not.
 */
export async function reviseEnding(tx: Tx, paymentId: string, answer: ProviderSubscription, now: Date): Promise<void> {
  const ending = await findEnding(tx, paymentId);
  if (ending === undefined) {
    if (!isRefundedWhileRunning(answer)) return;
    const kept = answer.payments.filter(({ refunded }) => !refunded).map(({ id }) => id);
    await addEndings(tx, [{ paymentId, reason: 'refunded', kept }], now);
    return;
  }
  if (!isDone(ending, answer, now)) await reopenEnding(tx, paymentId, now);
  else if (ending.doneAt === null) await closeEnding(tx, paymentId, now);
}
