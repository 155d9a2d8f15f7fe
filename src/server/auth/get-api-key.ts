import { eq } from 'drizzle-orm';
import type { ApiKeyInfo } from '#contract/api-key.ts';
import type { Context } from '#server/platform/context.ts';
import { usersApiKey } from '#server/platform/db/tables/index.ts';
import { presentKey } from './present.ts';
import { requireUser } from './require-user.ts';

/** The caller's key, masked. */
export async function getApiKey(ctx: Context): Promise<ApiKeyInfo> {
  const { userId } = requireUser(ctx);
  const [row] = await ctx.db.select().from(usersApiKey).where(eq(usersApiKey.userId, userId));
  return presentKey(row);
}
