import { and, eq, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { paymentEvents, paymentSubscriptions } from '#server/platform/db/tables/index.ts';
import { lookAtSubscription } from './look-at-subscription.ts';
import type { PaymentContext, ProviderEvent, WebhookMessage } from './provider.ts';

/**
 * Takes a provider's message: checked, written down once, and taken as a reason to ask the provider how things stand.
 * Once it is written down it is answered: if the look fails or the server dies, the row still says that one is due.
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
  /** Whose standing is asked for, where the message was the first of its kind and about one of ours. */
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
