import { and, eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { NotificationChoice } from '#contract/notifications.ts';
import { requireUser } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { notificationChoices } from '#server/platform/db/tables/index.ts';
import { requireProject } from '#server/projects/index.ts';
import { switchesOf } from './rules.ts';

/** What the signed-in person is told about a project. */
export async function getNotifications(ctx: Context, { id }: { id: Id }): Promise<NotificationChoice> {
  const { userId } = requireUser(ctx);
  const project = await requireProject(ctx, id);
  const [row] = await ctx.db
    .select()
    .from(notificationChoices)
    .where(and(eq(notificationChoices.userId, userId), eq(notificationChoices.projectId, project.id)));
  return {
    email: switchesOf('email', row?.email, project),
    browser: switchesOf('browser', row?.browser, project),
    sends_mail: ctx.mail.kind === 'smtp',
  };
}
