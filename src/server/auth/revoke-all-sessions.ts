import { ne } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import { oauthAccessTokens, oauthConsents, oauthRefreshTokens, sessions } from '#server/platform/db/tables/index.ts';
import { EVERYBODY, changeAccount } from './change-account.ts';
import { requireAdministrator } from './require-user.ts';

/** Revokes every session but the caller's on every server; returns their number. */
export async function revokeAllSessions(ctx: Context): Promise<number> {
  requireAdministrator(ctx);
  const { actor } = ctx;
  return changeAccount(ctx, EVERYBODY, async (tx) => {
    // OAuth sign-ins are revoked as well, with their consents and tokens.
    await tx.delete(oauthConsents);
    for (const table of [oauthAccessTokens, oauthRefreshTokens]) await tx.delete(table);
    const ending = tx.delete(sessions);
    const { rowCount } = await (actor.kind === 'user' ? ending.where(ne(sessions.id, actor.sessionId)) : ending);
    return rowCount ?? 0;
  });
}
