import type { ConnectedApp } from '#contract/connected-apps.ts';
import type { Id } from '#contract/fields.ts';
import type { PageInput } from '#contract/page.ts';
import type { Context } from '#server/platform/context.ts';
import { cutPage, rowsFor } from '#server/platform/page.ts';
import { requireUser } from '../require-user.ts';
import { describeClient } from './describe-client.ts';
import { isAmongPeople } from '#server/platform/db/of-person.ts';

interface Row {
  id: Id;
  clientId: string;
  name: string | null;
  clientDiscoveryId: string | null;
  project_id: Id;
  project_name: string;
  scopes: string[];
  connected_at: Date;
  last_used_at: Date | null;
}

/** An app whose tokens have all expired counts as disconnected. */
const STATEMENT = `
  select c.id, k.client_id as "clientId", k.name, k.client_discovery_id as "clientDiscoveryId", p.id as project_id, p.name as project_name,
    c.scopes, c.created_at as connected_at, c.last_used_at
  from oauth_consents c
  join oauth_clients k on k.client_id = c.client_id
  join projects p on p.id = c.reference_id and ${isAmongPeople('p', 'c.user_id')} and p.deleted_at is null
  where c.user_id = $1 and (
    exists (select from oauth_refresh_tokens r where r.user_id = c.user_id and r.client_id = c.client_id and r.reference_id = c.reference_id
      and r.revoked is null and r.expires_at > $2)
    or exists (select from oauth_access_tokens t where t.user_id = c.user_id and t.client_id = c.client_id and t.reference_id = c.reference_id
      and t.revoked is null and t.expires_at > $2))
  and ($3::uuid is null or (c.created_at, c.id) < (select o.created_at, o.id from oauth_consents o where o.id = $3 and o.user_id = $1))
  order by c.created_at desc, c.id desc limit $4::bigint`;

/** The caller's connected apps, latest first. */
export async function listMyApps(ctx: Context, { limit, cursor }: PageInput = {}): Promise<ConnectedApp[]> {
  const { userId } = requireUser(ctx);
  const { rows } = await ctx.database.pool.query<Row>(STATEMENT, [userId, ctx.now(), cursor ?? null, rowsFor(limit)]);
  const apps = rows.map((row) => ({
    id: row.id,
    ...describeClient(row),
    project_id: row.project_id,
    project_name: row.project_name,
    may_write: row.scopes.includes('tasks:write'),
    connected_at: row.connected_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  }));
  return cutPage(apps, limit, ({ id }) => id);
}
