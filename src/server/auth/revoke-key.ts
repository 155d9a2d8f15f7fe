import { and, eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { usersApiKey } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { audit, changeAccount } from './change-account.ts';
import { requireUser } from './require-user.ts';
import { tellKeys } from './tell-keys.ts';

/** Revokes one key: its next call is refused on every server, and its open streams end. */
export async function revokeKey(ctx: Context, { id }: { id: Id }): Promise<null> {
  const { userId } = requireUser(ctx);
  await changeAccount(ctx, userId, async (tx, emit) => {
    const [gone] = await tx
      .delete(usersApiKey)
      .where(and(eq(usersApiKey.id, id), eq(usersApiKey.userId, userId)))
      .returning({ name: usersApiKey.name });
    if (gone === undefined) throw notFound('The API key');
    await audit(ctx, tx, {
      action: 'api_key.revoked',
      subject: userId,
      detail: { key: gone.name, address: ctx.address },
    });
    await tellKeys(tx, emit, userId, [gone.name]);
  });
  return null;
}
