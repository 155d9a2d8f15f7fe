import { eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { userSubscriptions } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import { requireTier } from '../queries.ts';
import { noteMails } from './note-mails.ts';
import type { SettlingContext } from './provider.ts';
import { type PaymentRow, listPayments } from './queries.ts';
import { chooseCarrier } from './rules.ts';

const FREE = 'free';
const PAID = 'pro';

/**
 * Updates a person's tier to what was paid. The caller has locked the account. Grants by an administrator stay; an end
 * in the past is stored too, so that reading a limit never computes from payments.
 */
export async function settleTier(ctx: SettlingContext, tx: Tx, emit: Emit, userId: Id): Promise<void> {
  const now = ctx.now();
  const [current] = await tx.select().from(userSubscriptions).where(eq(userSubscriptions.userId, userId));
  const held = await listPayments(tx, userId);
  const isRunning = (one: PaymentRow) => one.accessUntil !== null && one.accessUntil > now;
  const carrier = chooseCarrier(held);
  const isPaid = carrier !== undefined && isRunning(carrier);
  // Prepaid months of an old subscription may outlast it; shown and managed is the one that is charged, even after its
  // access ended.
  const renewing = held.filter((one) => one.renews);
  const shown = chooseCarrier(renewing.filter(isRunning)) ?? chooseCarrier(renewing) ?? carrier;
  // A grant with an end is over at its end.
  const granted = current?.granted === true && (current.accessUntil === null || current.accessUntil > now);
  const values = {
    granted,
    tierId: granted ? current.tierId : isPaid ? PAID : FREE,
    accessUntil: granted ? current.accessUntil : isPaid ? carrier.accessUntil : null,
    paymentId: shown?.id ?? current?.paymentId ?? null,
    updatedAt: now,
  };
  await tx
    .insert(userSubscriptions)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: userSubscriptions.userId, set: values });
  const hasEnded = current?.tierId === PAID && !current.granted && values.tierId === FREE;
  if (hasEnded && carrier !== undefined) await noteEnd(tx, carrier, now);
  await ctx.settleProjects(ctx, tx, emit, userId);
  const { tier } = await requireTier(tx, userId, now);
  emit(`user:${userId}`, 'subscription.updated', { tier_name: tier.tierName });
}

/** A refund has a mail of its own, which says that the tier has ended. */
async function noteEnd(tx: Tx, { id, provider, priceUsd, status, accessUntil }: PaymentRow, now: Date): Promise<void> {
  if (status === 'refunded') return;
  const until = accessUntil?.toISOString() ?? null;
  await noteMails(
    tx,
    id,
    [{ kind: 'ended', about: until ?? '', facts: { provider, amountUsd: priceUsd, until } }],
    now,
  );
}
