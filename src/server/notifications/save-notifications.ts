import { sql } from 'drizzle-orm';
import type { InputOf } from '#contract/endpoint.ts';
import type { NotificationChoice, saveNotifications as endpoint } from '#contract/notifications.ts';
import { requireUser } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { requireProject } from '#server/projects/index.ts';
import { getNotifications } from './get-notifications.ts';

/**
 * Sets the switches that were sent, and leaves the others: two tabs that change different ones do not undo each other.
 * They belong to the person, so a read-only project does not refuse it.
 */
export async function saveNotifications(ctx: Context, input: InputOf<typeof endpoint>): Promise<NotificationChoice> {
  const { userId } = requireUser(ctx);
  const project = await requireProject(ctx, input.id);
  await ctx.db.execute(sql`
    insert into notification_choices as c (user_id, project_id, email, browser, updated_at)
    values (${userId}, ${project.id}, ${JSON.stringify(input.email ?? {})}::jsonb,
      ${JSON.stringify(input.browser ?? {})}::jsonb, ${ctx.now().toISOString()}::timestamptz)
    on conflict (user_id, project_id) do update set
      email = c.email || excluded.email, browser = c.browser || excluded.browser, updated_at = excluded.updated_at`);
  return getNotifications(ctx, { id: input.id });
}
