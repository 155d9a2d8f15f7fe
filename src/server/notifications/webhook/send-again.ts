import { and, eq, inArray } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { WebhookDelivery } from '#contract/notifications.ts';
import type { Context } from '#server/platform/context.ts';
import { webhookDeliveries } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { newId } from '#server/platform/id.ts';
import { NOTIFICATIONS_TOPIC } from '../note-occurrences.ts';
import { presentDelivery } from './present.ts';
import { requireDelivery, requireWebhook } from './queries.ts';
import { TEST_TEXT } from './write-body.ts';

/** Enters a test delivery, also while the webhook is off; one at a time, so that tests cannot fill the queue. */
export async function testWebhook(ctx: Context, { id }: { id: Id }): Promise<WebhookDelivery> {
  const webhook = await requireWebhook(ctx, id);
  const [waiting] = await ctx.db
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.projectId, webhook.projectId),
        eq(webhookDeliveries.kind, 'test'),
        eq(webhookDeliveries.state, 'pending'),
      ),
    )
    .limit(1);
  if (waiting !== undefined) throw new AppError('CONFLICT', 'A test is already on its way.');
  const now = ctx.now();
  const [row] = await ctx.db
    .insert(webhookDeliveries)
    .values({
      id: newId(),
      projectId: webhook.projectId,
      kind: 'test',
      told: { taskId: null, taskNumber: null, taskTitle: null, agent: null, text: TEST_TEXT },
      at: now,
      nextAt: now,
      isManual: true,
    })
    .returning();
  if (row === undefined) throw new Error('the test was not entered');
  ctx.bus.tell(NOTIFICATIONS_TOPIC, 'test');
  return presentDelivery(row);
}

/** Sends a delivery once more under its id. One that waits for its next try is sent now and keeps its tries. */
export async function resendWebhookDelivery(
  ctx: Context,
  { id, deliveryId }: { id: Id; deliveryId: Id },
): Promise<WebhookDelivery> {
  const webhook = await requireWebhook(ctx, id);
  const projectId = webhook.projectId as Id;
  const known = await requireDelivery(ctx.db, projectId, deliveryId);
  const now = ctx.now();
  const [row] = await ctx.db
    .update(webhookDeliveries)
    .set(known.state === 'pending' ? { nextAt: now } : { state: 'pending', isManual: true, tries: 0, nextAt: now })
    .where(
      and(
        eq(webhookDeliveries.id, deliveryId),
        inArray(webhookDeliveries.state, known.state === 'pending' ? ['pending'] : ['delivered', 'failed', 'dropped']),
      ),
    )
    .returning();
  if (row === undefined) throw new AppError('CONFLICT', 'This delivery has just been sent. Look at how it went first.');
  ctx.bus.tell(NOTIFICATIONS_TOPIC, 'again');
  return presentDelivery(row);
}
