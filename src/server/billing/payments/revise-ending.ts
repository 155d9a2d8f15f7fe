import type { Tx } from '#server/platform/db/client.ts';
import { addEndings, closeEnding, findEnding, reopenEnding } from './ending-queries.ts';
import { isDone, isRefundedWhileRunning } from './ending-rules.ts';
import type { ProviderSubscription } from './provider.ts';

/**
 * Updates the ending to the provider's state: a refunded subscription has to end, one that is cancelled and settled is
 * done, and one that was charged again is reopened.
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
