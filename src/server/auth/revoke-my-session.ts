import { and, eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { sessions } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { changeAccount } from './change-account.ts';
import { requireUser } from './require-user.ts';

/** Revokes one of the caller's sessions; its access token is refused from the next request on. */
export async function revokeMySession(ctx: Context, input: { id: Id }): Promise<null> {
  const { userId } = requireUser(ctx);
  await changeAccount(ctx, userId, async (tx) => {
    const ended = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, input.id), eq(sessions.userId, userId)))
      .returning({ id: sessions.id });
    if (ended.length === 0) throw notFound('The session');
  });
  return null;
}
