import { eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { usersApiKey } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import { presentKey } from './present.ts';

/** Deletes the account's key, if any, and emits the event. */
export async function deleteApiKey(tx: Tx, emit: Emit, userId: Id): Promise<boolean> {
  const gone = await tx
    .delete(usersApiKey)
    .where(eq(usersApiKey.userId, userId))
    .returning({ userId: usersApiKey.userId });
  if (gone.length === 0) return false;
  emit(`user:${userId}`, 'api_key.updated', presentKey(undefined));
  return true;
}
