import { lt } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import { sessions, signInFailures, verifications } from '#server/platform/db/tables/index.ts';
import { sweepGrants } from './oauth/sweep-grants.ts';

const DAY_MS = 86_400_000;

/** Removes what no longer means anything: ended sessions, dead links, failures of yesterday. */
export async function sweepExpired(ctx: Context): Promise<void> {
  const now = ctx.now();
  await ctx.db.delete(sessions).where(lt(sessions.expiresAt, now));
  await ctx.db.delete(verifications).where(lt(verifications.expiresAt, now));
  await sweepGrants(ctx);
  await ctx.db.delete(signInFailures).where(lt(signInFailures.updatedAt, new Date(now.getTime() - DAY_MS)));
}
