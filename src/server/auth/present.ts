import type { AccountSession, Me } from '#contract/account.ts';
import type { ApiKeyInfo } from '#contract/api-key.ts';
import type { NamedKey } from '#contract/named-keys.ts';
import type { EventDataOf } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import type { usersApiKey } from '#server/platform/db/tables/index.ts';
import type { SessionRow, UserRow } from './queries.ts';

interface MeDetail {
  hasPassword: boolean;
  hasSecondFactor: boolean;
  isAdmin: boolean;
}

export function presentMe(row: UserRow, detail: MeDetail): Me {
  return {
    id: row.id as Id,
    email: row.email,
    display_name: row.name,
    email_verified: row.emailVerified,
    has_password: detail.hasPassword,
    two_factor: detail.hasSecondFactor,
    is_admin: detail.isAdmin,
    created_at: row.createdAt.toISOString(),
    last_sign_in_at: row.lastSignInAt?.toISOString() ?? null,
  };
}

export function presentSession(row: SessionRow, currentId: string): AccountSession {
  return {
    id: row.id as Id,
    current: row.id === currentId,
    ip_address: row.ipAddress === '' ? null : row.ipAddress,
    user_agent: row.userAgent === '' ? null : row.userAgent,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
  };
}

export function presentNamedKey(row: typeof usersApiKey.$inferSelect): NamedKey {
  return {
    id: row.id as Id,
    name: row.name,
    masked_key: row.maskedKey,
    project_id: row.projectId as Id | null,
    read_only: row.isReadOnly,
    expires_at: row.expiresAt?.toISOString() ?? null,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    last_used_by: row.lastUsedBy,
    last_used_from: row.lastUsedFrom,
    created_at: row.createdAt.toISOString(),
    rotated_at: row.updatedAt > row.createdAt ? row.updatedAt.toISOString() : null,
  };
}

/** Only a hash and a mask of the key are stored. */
export function presentKey(row: typeof usersApiKey.$inferSelect | undefined): ApiKeyInfo {
  return {
    hasApiKey: row !== undefined,
    maskedKey: row?.maskedKey ?? null,
    createdAt: row?.createdAt.toISOString() ?? null,
    updatedAt: row?.updatedAt.toISOString() ?? null,
  };
}

export function presentAccount(row: Pick<UserRow, 'id' | 'name' | 'status'>): EventDataOf<'account.updated'> {
  return { id: row.id as Id, display_name: row.name, status: row.status };
}
