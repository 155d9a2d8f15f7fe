import { and, eq, inArray } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { WebhookDelivery } from '#contract/notifications.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { projectWebhooks, webhookDeliveries } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { newId } from '#server/platform/id.ts';
import { NOTIFICATIONS_TOPIC } from '../note-occurrences.ts';
import { presentDelivery } from './present.ts';
import { type DeliveryRow, requireDelivery, requireWebhook } from './queries.ts';
import { TEST_TEXT } from './write-body.ts';

/** Enters a test delivery, also while the webhook is off; one at a time, so that tests cannot fill the queue. */
export async function testWebhook(ctx: Context, { id }: { id: Id }): Promise<WebhookDelivery> {
  const webhook = await requireWebhook(ctx, id);
  const row = await ctx.db.transaction((tx) => enterTest(tx, webhook.projectId, ctx.now()));
  if (row === undefined) throw new Error('the test was not entered');
  ctx.bus.tell(NOTIFICATIONS_TOPIC, 'test');
  return presentDelivery(row);
}

async function enterTest(tx: Tx, projectId: string, now: Date): Promise<DeliveryRow | undefined> {
  // Locked, so that of two calls at once the second finds the test of the first.
  await tx
    .select({ id: projectWebhooks.projectId })
    .from(projectWebhooks)
    .where(eq(projectWebhooks.projectId, projectId))
    .for('no key update');
  const [waiting] = await tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.projectId, projectId),
        eq(webhookDeliveries.kind, 'test'),
        eq(webhookDeliveries.state, 'pending'),
      ),
    )
    .limit(1);
  if (waiting !== undefined) throw new AppError('CONFLICT', 'A test is already on its way.');
  const told = { taskId: null, taskNumber: null, taskTitle: null, agent: null, text: TEST_TEXT };
  const [row] = await tx
    .insert(webhookDeliveries)
    .values({ id: newId(), projectId, kind: 'test', told, at: now, nextAt: now, isManual: true })
    .returning();
  return row;
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
