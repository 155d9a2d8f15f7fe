import { and, eq, inArray } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { NotificationExport } from '#contract/notifications.ts';
import { requireUser } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { notificationChoices, projectWebhooks } from '#server/platform/db/tables/index.ts';
import { switchesOf } from './rules.ts';
import { presentWebhook } from './webhook/present.ts';

/** The signed-in person's switches and the webhook of each of these projects, which have to be theirs. */
export async function exportNotifications(ctx: Context, projectIds: readonly Id[]): Promise<NotificationExport[]> {
  const { userId } = requireUser(ctx);
  const choices = await ctx.db
    .select()
    .from(notificationChoices)
    .where(and(eq(notificationChoices.userId, userId), inArray(notificationChoices.projectId, [...projectIds])));
  const webhooks = await ctx.db
    .select()
    .from(projectWebhooks)
    .where(inArray(projectWebhooks.projectId, [...projectIds]));
  const choiceOf = new Map(choices.map((row) => [row.projectId, row]));
  const webhookOf = new Map(webhooks.map((row) => [row.projectId, row]));
  return projectIds.map((id) => {
    const choice = choiceOf.get(id);
    const webhook = webhookOf.get(id);
    return {
      project_id: id,
      email: switchesOf('email', choice?.email),
      browser: switchesOf('browser', choice?.browser),
      webhook: webhook === undefined ? null : withoutSecret(presentWebhook(webhook)),
    };
  });
}

function withoutSecret({ secret_end: _end, failing: _failing, ...webhook }: ReturnType<typeof presentWebhook>) {
  return webhook;
}
