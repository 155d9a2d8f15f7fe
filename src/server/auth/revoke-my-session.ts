import { and, eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { sessions } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { accountActor, audit, changeAccount } from './change-account.ts';
import { mayRecord } from './record-access.ts';
import { requireUser } from './require-user.ts';

/** Revokes one of the caller's sessions; its access token is refused from the next request on. */
export async function revokeMySession(ctx: Context, input: { id: Id }): Promise<null> {
  const { userId } = requireUser(ctx);
  const isKept = await mayRecord(ctx, 'session.ended', userId);
  await changeAccount(ctx, userId, async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, input.id), eq(sessions.userId, userId)))
      .returning({ agent: sessions.userAgent });
    if (ended === undefined) throw notFound('The session');
    const detail = { address: ctx.address, agent: ended.agent };
    if (isKept) await audit(ctx, tx, { action: 'session.ended', subject: userId, actor: accountActor(userId), detail });
  });
  return null;
}
