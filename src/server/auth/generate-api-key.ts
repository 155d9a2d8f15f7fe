import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { composeApiKey, maskKey } from '#contract/api-key-form.ts';
import type { NewApiKey } from '#contract/api-key.ts';
import type { Context } from '#server/platform/context.ts';
import { usersApiKey } from '#server/platform/db/tables/index.ts';
import { AppError, notFound } from '#server/platform/error.ts';
import { type Rate, spend } from '#server/platform/http/limits.ts';
import { audit, changeAccount } from './change-account.ts';
import { hashApiKey } from './hash-api-key.ts';
import { presentKey } from './present.ts';
import { requireUser } from './require-user.ts';

/** Each writes an audit entry, so they are rate-limited. */
const NEW_KEYS: Rate = { limit: 20, periodSeconds: 3_600 };

/** Creates the caller's first key. This answer is the only place where it appears in plain text. */
export async function generateApiKey(ctx: Context): Promise<NewApiKey> {
  const { userId } = requireUser(ctx);
  const { apiKey, columns } = compose(ctx);
  return changeAccount(ctx, userId, async (tx, emit) => {
    const [row] = await tx
      .insert(usersApiKey)
      .values({ userId, createdAt: columns.updatedAt, ...columns })
      .onConflictDoNothing()
      .returning();
    if (row === undefined)
      throw new AppError('CONFLICT', 'This account has an API key already. Regenerate it to get a new one.');
    await audit(ctx, tx, { action: 'api_key.generated', subject: userId });
    emit(`user:${userId}`, 'api_key.updated', presentKey(row));
    return present(apiKey, row);
  });
}

/** Replaces the caller's key; the old one is invalid from now on, on every server. */
export async function regenerateApiKey(ctx: Context): Promise<NewApiKey> {
  const { userId } = requireUser(ctx);
  await spend(ctx, `api-key:${userId}`, NEW_KEYS);
  const { apiKey, columns } = compose(ctx);
  return changeAccount(ctx, userId, async (tx, emit) => {
    const [row] = await tx.update(usersApiKey).set(columns).where(eq(usersApiKey.userId, userId)).returning();
    if (row === undefined) throw notFound('The API key');
    await audit(ctx, tx, { action: 'api_key.regenerated', subject: userId });
    emit(`user:${userId}`, 'api_key.updated', presentKey(row));
    return present(apiKey, row);
  });
}

function compose(ctx: Context) {
  const apiKey = composeApiKey(randomBytes);
  return { apiKey, columns: { apiKeyHash: hashApiKey(apiKey), maskedKey: maskKey(apiKey), updatedAt: ctx.now() } };
}

function present(apiKey: string, row: typeof usersApiKey.$inferSelect): NewApiKey {
  return {
    apiKey,
    maskedKey: row.maskedKey,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
