import type { getAdminStatus as endpoint } from '#contract/account.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { Context } from '#server/platform/context.ts';
import { requireUser } from './require-user.ts';

/** Whether the caller sees the administrators' pages. */
export async function getAdminStatus(ctx: Context): Promise<AnswerOf<typeof endpoint>> {
  const { isAdmin } = requireUser(ctx);
  const { maintenanceMode } = await ctx.settings.read();
  return { isAdmin, maintenance: isAdmin && maintenanceMode };
}
