import type { Context } from '#server/platform/context.ts';
import { daysAgo, sweepRows } from '#server/platform/sweep-rows.ts';

/** Used refresh tokens are kept this long, so that their reuse is detected. */
const USED_DAYS = 7;

const hasNone = (table: string) => `not exists (select from ${table} t
  where t.user_id = oauth_consents.user_id and t.client_id = oauth_consents.client_id and t.reference_id = oauth_consents.reference_id)`;

/** Age in days after which rows are removed. */
const OLD: readonly [days: number, table: string, where: string][] = [
  [0, 'oauth_access_tokens', 'expires_at < $1'],
  [0, 'oauth_refresh_tokens', 'expires_at < $1'],
  [USED_DAYS, 'oauth_refresh_tokens', 'revoked < $1'],
  [0, 'oauth_client_assertions', 'expires_at < $1'],
  // Consents that are unusable: revoked, or the last token has expired.
  [1, 'oauth_consents', `updated_at < $1 and ${hasNone('oauth_refresh_tokens')} and ${hasNone('oauth_access_tokens')}`],
  // Some programs register whenever they probe while signed out.
  [
    1,
    'oauth_clients',
    `created_at < $1 and not exists (select from oauth_consents c where c.client_id = oauth_clients.client_id)`,
  ],
];

/** Removes expired tokens, and clients that were not connected within a day. */
export async function sweepGrants(ctx: Context): Promise<void> {
  for (const [days, table, where] of OLD) await sweepRows(ctx, { table, where, before: daysAgo(ctx, days) });
}
