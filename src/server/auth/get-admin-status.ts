import type { Context } from '#server/platform/context.ts';
import { requireUser } from './require-user.ts';

/** Whether the caller sees the administrators' pages. */
export async function getAdminStatus(ctx: Context): Promise<{ isAdmin: boolean }> {
  return { isAdmin: requireUser(ctx).isAdmin };
}
