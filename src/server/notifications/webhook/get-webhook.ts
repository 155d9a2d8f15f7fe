import type { Id } from '#contract/fields.ts';
import type { WebhookAnswer, WebhookDelivery } from '#contract/notifications.ts';
import type { Context } from '#server/platform/context.ts';
import { requireOwner, requireProject } from '#server/projects/index.ts';
import { presentDelivery, presentWebhook } from './present.ts';
import { allowsPrivate, findWebhook, listNewest } from './queries.ts';

/** The webhook of a project, without its secret, which is never readable again. */
export async function getWebhook(ctx: Context, { id }: { id: Id }): Promise<WebhookAnswer> {
  const project = requireOwner(await requireProject(ctx, id));
  const row = await findWebhook(ctx.db, project.id);
  return {
    webhook: row === undefined ? null : presentWebhook(row),
    allows_private: await allowsPrivate(ctx),
  };
}

export async function listWebhookDeliveries(ctx: Context, { id }: { id: Id }): Promise<WebhookDelivery[]> {
  const project = requireOwner(await requireProject(ctx, id));
  return (await listNewest(ctx.db, project.id)).map(presentDelivery);
}
