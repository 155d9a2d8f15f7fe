import { and, eq, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { paymentEvents, paymentSubscriptions } from '#server/platform/db/tables/index.ts';
import { lookAtSubscription } from './look-at-subscription.ts';
import type { PaymentContext, ProviderEvent, WebhookMessage } from './provider.ts';

/**
 * Handles a webhook: verified, stored once (idempotent by event id), and used only as a reason to read the provider's
 * state. Accepted once it is stored: if the read fails or the server dies, the row says that a read is due.
 */
export async function receiveWebhook(ctx: PaymentContext, message: WebhookMessage): Promise<void> {
  const provider = ctx.payments.name;
  const event = await ctx.payments.readWebhook(message).catch((error: unknown) => {
    ctx.metrics.webhooks.inc({ provider, outcome: 'refused' });
    throw error;
  });
  const { outcome, paymentId } = await recordEvent(ctx, event);
  ctx.metrics.webhooks.inc({ provider, outcome });
  if (paymentId === undefined) return;
  await lookAtSubscription(ctx, paymentId).catch((error: unknown) => {
    ctx.log.warn({ err: error, event: event.id }, 'a payment message is answered later');
  });
}

interface Recorded {
  outcome: 'counted' | 'repeated' | 'unrelated' | 'foreign';
  /** Set where the event is new and concerns a known subscription. */
  paymentId: Id | undefined;
}

async function recordEvent(ctx: PaymentContext, event: ProviderEvent): Promise<Recorded> {
  const provider = ctx.payments.name;
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const ours =
      event.providerId === null
        ? []
        : await tx
            .select({ id: paymentSubscriptions.id })
            .from(paymentSubscriptions)
            .where(
              and(eq(paymentSubscriptions.provider, provider), eq(paymentSubscriptions.providerId, event.providerId)),
            );
    const outcome = event.providerId === null ? 'unrelated' : ours.length === 0 ? 'foreign' : 'counted';
    const added = await tx
      .insert(paymentEvents)
      .values({ provider, eventId: event.id, type: event.type, providerId: event.providerId, outcome, receivedAt: now })
      .onConflictDoNothing()
      .returning({ id: paymentEvents.eventId });
    const [row] = ours;
    if (added.length === 0) return { outcome: 'repeated', paymentId: undefined };
    if (row === undefined) return { outcome, paymentId: undefined };
    await tx
      .update(paymentSubscriptions)
      .set({ wanted: sql`${paymentSubscriptions.wanted} + 1`, lookAt: now })
      .where(eq(paymentSubscriptions.id, row.id));
    return { outcome, paymentId: row.id as Id };
  });
}
