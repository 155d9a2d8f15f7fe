import { and, eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { oauthConsents } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { accountActor, audit, changeAccount } from '../change-account.ts';
import { mayRecord } from '../record-access.ts';
import { requireUser } from '../require-user.ts';
import { deleteGrant } from './queries.ts';

/** Disconnects an app: its next call is refused on every server, and its open streams end. */
export async function revokeMyApp(ctx: Context, input: { id: Id }): Promise<null> {
  const { userId } = requireUser(ctx);
  const isKept = await mayRecord(ctx, 'app.disconnected', userId);
  await changeAccount(ctx, userId, async (tx) => {
    const [consent] = await tx
      .select()
      .from(oauthConsents)
      .where(and(eq(oauthConsents.id, input.id), eq(oauthConsents.userId, userId)))
      .for('update');
    if (consent === undefined || consent.referenceId === null) throw notFound('The app');
    if (isKept) await audit(ctx, tx, { action: 'app.disconnected', subject: userId, actor: accountActor(userId) });
    await deleteGrant(tx, { clientId: consent.clientId, userId, projectId: consent.referenceId as Id });
  });
  return null;
}
