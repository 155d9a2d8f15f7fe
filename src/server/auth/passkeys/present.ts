import type { Id } from '#contract/fields.ts';
import type { Passkey } from '#contract/passkeys.ts';
import type { passkeys } from '#server/platform/db/tables/index.ts';
import { passkeyHostOf } from './host.ts';

export function presentPasskey(row: typeof passkeys.$inferSelect, publicUrl: string): Passkey {
  return {
    id: row.id as Id,
    name: row.name,
    made_for: row.host,
    is_usable: row.host === passkeyHostOf(publicUrl),
    is_synced: row.isSynced,
    created_at: row.createdAt.toISOString(),
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
  };
}
