import { type SQL, and, eq, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { NewNamedKey } from '#contract/named-keys.ts';
import type { Context } from '#server/platform/context.ts';
import { usersApiKey } from '#server/platform/db/tables/index.ts';
import { notFound } from '#server/platform/error.ts';
import { audit, changeAccount } from './change-account.ts';
import { composeKey, spendNewKey } from './new-key.ts';
import { presentNamedKey } from './present.ts';
import { requireUser } from './require-user.ts';
import { tellKeyMade } from './tell-key-made.ts';
import { tellKeys } from './tell-keys.ts';

/** Replaces the secret of a key. */
export async function rotateKey(ctx: Context, { id }: { id: Id }): Promise<NewNamedKey> {
  const { row, apiKey } = await renewKey(ctx, (userId) => and(eq(usersApiKey.id, id), eq(usersApiKey.userId, userId)));
  return { ...presentNamedKey(row), api_key: apiKey };
}

/** Replaces the secret of one of the caller's keys; the old one is invalid from now on, on every server. */
export async function renewKey(
  ctx: Context,
  which: (userId: Id) => SQL | undefined,
): Promise<{ row: typeof usersApiKey.$inferSelect; apiKey: string }> {
  const { userId } = requireUser(ctx);
  await spendNewKey(ctx, userId);
  const { apiKey, columns } = composeKey(ctx);
  const renewed = await changeAccount(ctx, userId, async (tx, emit) => {
    const [row] = await tx
      .update(usersApiKey)
      .set({ ...columns, ...renewalOf(ctx.now()) })
      .where(which(userId))
      .returning();
    if (row === undefined) throw notFound('The API key');
    await audit(ctx, tx, {
      action: 'api_key.regenerated',
      subject: userId,
      detail: { key: row.name, address: ctx.address },
    });
    await tellKeys(tx, emit, userId, [row.name]);
    return row;
  });
  await tellKeyMade(ctx, userId, renewed, 'rotated');
  return { row: renewed, apiKey };
}

/** A new secret lives as long as the old one was to live, and nobody has used it yet. */
const renewalOf = (now: Date) => ({
  expiresAt: sql`${now.toISOString()}::timestamptz + (${usersApiKey.expiresAt} - ${usersApiKey.updatedAt})`,
  lastUsedAt: null,
  lastUsedBy: null,
  lastUsedFrom: null,
});
