import type { ApiKeyInfo } from '#contract/api-key.ts';
import type { Context } from '#server/platform/context.ts';
import { usersApiKey } from '#server/platform/db/tables/index.ts';
import { isDefaultOf } from './generate-api-key.ts';
import { presentKey } from './present.ts';
import { requireUser } from './require-user.ts';

/** The caller's default key, masked. */
export async function getApiKey(ctx: Context): Promise<ApiKeyInfo> {
  const { userId } = requireUser(ctx);
  const [row] = await ctx.db.select().from(usersApiKey).where(isDefaultOf(userId));
  return presentKey(row);
}
