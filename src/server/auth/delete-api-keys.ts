import { eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { usersApiKey } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import { tellKeys } from './tell-keys.ts';

/** Deletes all keys of an account, and emits the events; answers whether there was any. */
export async function deleteApiKeys(tx: Tx, emit: Emit, userId: Id): Promise<boolean> {
  const gone = await tx.delete(usersApiKey).where(eq(usersApiKey.userId, userId)).returning({ name: usersApiKey.name });
  if (gone.length === 0) return false;
  await tellKeys(
    tx,
    emit,
    userId,
    gone.map(({ name }) => name),
  );
  return true;
}
