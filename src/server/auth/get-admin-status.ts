import type { getAdminStatus as endpoint } from '#contract/account.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Context } from '#server/platform/context.ts';
import { isFirstAdministrator } from './queries.ts';
import { requireUser } from './require-user.ts';

export async function getAdminStatus(ctx: Context): Promise<AnswerOf<typeof endpoint>> {
  const { isAdmin, userId } = requireUser(ctx);
  const { maintenanceMode, setUpAt } = await ctx.settings.read();
  const isSetUpDue = isAdmin && setUpAt === null && (await isFirstAdministrator(ctx.db, ctx.config, userId));
  return { isAdmin, maintenance: isAdmin && maintenanceMode, isSetUpDue };
}
