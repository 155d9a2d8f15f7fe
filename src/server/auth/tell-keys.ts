import { desc, eq } from 'drizzle-orm';
import { DEFAULT_KEY } from '#contract/named-keys.ts';
import type { Id } from '#contract/fields.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { usersApiKey } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import { presentKey, presentNamedKey } from './present.ts';

/** Tells the account's open pages of its keys, and of its first one where that is what changed. */
export async function tellKeys(tx: Tx, emit: Emit, userId: Id, changed: readonly string[]): Promise<void> {
  const rows = await tx
    .select()
    .from(usersApiKey)
    .where(eq(usersApiKey.userId, userId))
    .orderBy(desc(usersApiKey.createdAt), desc(usersApiKey.id));
  if (changed.includes(DEFAULT_KEY))
    emit(`user:${userId}`, 'api_key.updated', presentKey(rows.find(({ name }) => name === DEFAULT_KEY)));
  emit(`user:${userId}`, 'api_keys.updated', { keys: rows.map(presentNamedKey) });
}
