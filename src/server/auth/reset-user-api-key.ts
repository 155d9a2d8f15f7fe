import { eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { usersApiKey } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { audit, changeAccount } from './change-account.ts';
import { presentKey } from './present.ts';
import { findUserForUpdate } from './queries.ts';
import { requireAdministrator } from './require-user.ts';

/** Takes an account's key away: it is refused from now on, on every server. What was claimed with it keeps its lease. */
export async function resetUserApiKey(ctx: Context, { id }: { id: Id }): Promise<{ hadKey: boolean }> {
  requireAdministrator(ctx);
  return changeAccount(ctx, id, async (tx, emit) => {
    if ((await findUserForUpdate(tx, id)) === undefined) throw notFound('The user');
    const gone = await tx
      .delete(usersApiKey)
      .where(eq(usersApiKey.userId, id))
      .returning({ userId: usersApiKey.userId });
    const hadKey = gone.length > 0;
    if (!hadKey) return { hadKey };
    await audit(ctx, tx, { action: 'api_key.reset', subject: id });
    emit(`user:${id}`, 'api_key.updated', presentKey(undefined));
    return { hadKey };
  });
}
