import type { Id } from '#contract/fields.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { addEndings, listEndings } from './ending-queries.ts';
import { noteMails } from './note-mails.ts';
import type { PaymentContext } from './provider.ts';
import { type PaymentRow, listPayments } from './queries.ts';
import { findDoubles } from './rules.ts';

/**
 * Finds duplicate subscriptions: of those that renew, all but the one paid first have to end, and so has a suspended
 * one beside it, because resuming it would bill it. The caller has locked the account. Returns those that are new.
 */
export async function markDoubles(ctx: PaymentContext, tx: Tx, userId: Id): Promise<PaymentRow[]> {
  const ended = new Set((await listEndings(tx, userId)).map(({ ending }) => ending.paymentId));
  const held = (await listPayments(tx, userId)).filter(
    ({ id, provider }) => provider === ctx.payments.name && !ended.has(id),
  );
  if (!held.some(({ renews }) => renews)) return [];
  const doubles = findDoubles(held);
  const suspended = held.filter(({ status }) => status === 'suspended');
  const added = await addEndings(
    tx,
    [
      ...doubles.map(({ id }) => ({ paymentId: id, reason: 'double' as const, kept: [] })),
      ...suspended.map(({ id }) => ({ paymentId: id, reason: 'replaced' as const, kept: [] })),
    ],
    ctx.now(),
  );
  const found = doubles.filter(({ id }) => added.includes(id));
  for (const { id, provider, priceUsd } of found)
    await noteMails(tx, id, [{ kind: 'double', about: '', facts: { provider, amountUsd: priceUsd } }], ctx.now());
  return found;
}
