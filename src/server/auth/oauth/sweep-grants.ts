import type { Context } from '#server/platform/context.ts';

const DAY_MS = 86_400_000;
/** How long a refresh token that was used up is still recognised when it comes again. */
const USED_DAYS = 7;

/** Each with the days that what it removes is old. */
const STATEMENTS: readonly [days: number, text: string][] = [
  [0, `delete from oauth_access_tokens where expires_at < $1`],
  [0, `delete from oauth_refresh_tokens where expires_at < $1`],
  [USED_DAYS, `delete from oauth_refresh_tokens where revoked < $1`],
  [0, `delete from oauth_client_assertions where expires_at < $1`],
  // What nobody can use any more: it was given up, or its last token ran out.
  [
    1,
    `delete from oauth_consents c where c.updated_at < $1
      and not exists (select from oauth_refresh_tokens r where r.user_id = c.user_id and r.client_id = c.client_id and r.reference_id = c.reference_id)
      and not exists (select from oauth_access_tokens t where t.user_id = c.user_id and t.client_id = c.client_id and t.reference_id = c.reference_id)`,
  ],
  // Some programs register whenever they look around signed out.
  [
    1,
    `delete from oauth_clients k where k.created_at < $1 and not exists (select from oauth_consents c where c.client_id = k.client_id)`,
  ],
];

/** Removes tokens that ran out, and apps that nobody connected within a day. */
export async function sweepGrants({ database, now }: Context): Promise<void> {
  for (const [days, text] of STATEMENTS) await database.pool.query(text, [new Date(now().getTime() - days * DAY_MS)]);
}
