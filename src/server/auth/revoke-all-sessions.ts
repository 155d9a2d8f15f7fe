import { ne } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import { sessions } from '#server/platform/db/tables/index.ts';
import { EVERYBODY, changeAccount } from './change-account.ts';
import { requireAdministrator } from './require-user.ts';

/** Signs everybody out on every server, but for the caller's own session; tells how many sessions ended. */
export async function revokeAllSessions(ctx: Context): Promise<number> {
  requireAdministrator(ctx);
  const { actor } = ctx;
  return changeAccount(ctx, EVERYBODY, async (tx) => {
    const ending = tx.delete(sessions);
    const { rowCount } = await (actor.kind === 'user' ? ending.where(ne(sessions.id, actor.sessionId)) : ending);
    return rowCount ?? 0;
  });
}
