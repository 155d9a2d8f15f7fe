import { and, eq } from 'drizzle-orm';
import type { NewApiKey } from '#contract/api-key.ts';
import type { Id } from '#contract/fields.ts';
import { DEFAULT_KEY } from '#contract/named-keys.ts';
import type { Context } from '#server/platform/context.ts';
import { usersApiKey } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { audit, changeAccount } from './change-account.ts';
import { requireRoomForKey } from './make-key.ts';
import { composeKey } from './new-key.ts';
import { requireUser } from './require-user.ts';
import { renewKey } from './rotate-key.ts';
import { tellKeyMade } from './tell-key-made.ts';
import { tellKeys } from './tell-keys.ts';

/** Creates the caller's default key. This answer is the only place where it appears in plain text. */
export async function generateApiKey(ctx: Context): Promise<NewApiKey> {
  const { userId } = requireUser(ctx);
  const { apiKey, columns } = composeKey(ctx);
  const made = await changeAccount(ctx, userId, async (tx, emit) => {
    await requireRoomForKey(tx, userId);
    const [row] = await tx
      .insert(usersApiKey)
      .values({ userId, name: DEFAULT_KEY, createdAt: columns.updatedAt, ...columns })
      .onConflictDoNothing()
      .returning();
    if (row === undefined)
      throw new AppError('CONFLICT', 'This account has an API key already. Regenerate it to get a new one.');
    await audit(ctx, tx, { action: 'api_key.generated', subject: userId, detail: { address: ctx.address } });
    await tellKeys(tx, emit, userId, [DEFAULT_KEY]);
    return row;
  });
  await tellKeyMade(ctx, userId, made, 'made');
  return present(apiKey, made);
}

/** Replaces the caller's default key. */
export async function regenerateApiKey(ctx: Context): Promise<NewApiKey> {
  const { row, apiKey } = await renewKey(ctx, isDefaultOf);
  return present(apiKey, row);
}

export const isDefaultOf = (userId: Id) => and(eq(usersApiKey.userId, userId), eq(usersApiKey.name, DEFAULT_KEY));

function present(apiKey: string, row: typeof usersApiKey.$inferSelect): NewApiKey {
  return {
    apiKey,
    maskedKey: row.maskedKey,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
