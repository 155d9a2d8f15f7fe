import type pg from 'pg';
import type { Id } from '#contract/fields.ts';
import type { Bus } from '#server/platform/bus.ts';
import { keepCache } from '#server/platform/caches.ts';
import type { AgentGrant, Services } from '#server/platform/context.ts';
import { EVERYBODY } from '../change-account.ts';
import { resourceOf } from './offer.ts';
import type { Grant } from './queries.ts';
import { isAmongPeople } from '#server/platform/db/of-person.ts';

/** The account, project and scopes of an OAuth access token. */
export interface GrantHolder extends Grant, AgentGrant {
  status: 'active' | 'suspended';
  expiresAt: Date;
}

interface GrantHolders {
  read(hash: string): Promise<GrantHolder | undefined>;
}

interface Kept {
  at: number;
  value: Promise<GrantHolder | undefined>;
}

interface Row {
  consent_id: string;
  client_id: string;
  user_id: Id;
  project_id: Id;
  scopes: string[];
  expires_at: Date;
  last_used_at: Date | null;
  status: GrantHolder['status'];
  tier: string;
}

/** TTL of the cache: how long a lost notification could keep a disconnected app working. */
const MAX_AGE_MS = 1_000;
const TOKENS_MAX = 20_000;
const MINUTE_MS = 60_000;

/**
 * A token is valid only while its consent exists: one issued concurrently with the revocation finds none.
 * Sender-constrained tokens are not accepted as bearer tokens.
 */
const STATEMENT = `
  select c.id as consent_id, t.client_id, t.user_id, t.reference_id as project_id, t.scopes, t.expires_at, c.last_used_at, u.status,
    coalesce(s.tier_id, 'free') as tier
  from oauth_access_tokens t
  join oauth_clients k on k.client_id = t.client_id and k.disabled is not true
  join oauth_consents c on c.user_id = t.user_id and c.client_id = t.client_id and c.reference_id = t.reference_id
  join projects p on p.id = t.reference_id and ${isAmongPeople('p', 't.user_id')} and p.deleted_at is null
  join users u on u.id = t.user_id
  left join user_subscriptions s on s.user_id = t.user_id and (s.access_until is null or s.access_until > $2)
  where t.token = $1 and t.revoked is null and t.confirmation is null and t.expires_at > $2 and $3 = any(t.resources)`;
const USED = `update oauth_consents set last_used_at = $2 where id = $1`;

const readers = new WeakMap<Bus, GrantHolders>();

/** One cache per server process, invalidated by notifications when an account changes. */
export function grantHoldersOf(services: Services): GrantHolders {
  const known = readers.get(services.bus);
  if (known !== undefined) return known;
  const { bus, now: today } = services;
  const kept = new Map<string, Kept>();
  const hashesOf = new Map<string, Set<string>>();
  let changes = 0;
  const empty = () => {
    const entries = kept.size;
    changes += 1;
    kept.clear();
    hashesOf.clear();
    return entries;
  };
  bus.on('principal', (userId) => {
    if (userId === EVERYBODY) return void empty();
    changes += 1;
    for (const hash of hashesOf.get(userId) ?? []) kept.delete(hash);
    hashesOf.delete(userId);
  });
  keepCache(bus, empty);

  const remember = (hash: string, before: number, holder: GrantHolder | undefined) => {
    // Invalidated while it was loading: the result may be stale and is not cached.
    if (holder === undefined || changes !== before) return void kept.delete(hash);
    const hashes = hashesOf.get(holder.userId) ?? new Set<string>();
    hashesOf.set(holder.userId, hashes.add(hash));
  };
  const reader: GrantHolders = {
    async read(hash) {
      const now = performance.now();
      const found = kept.get(hash);
      if (found !== undefined && now - found.at < MAX_AGE_MS) {
        const holder = await found.value;
        return holder !== undefined && holder.expiresAt > today() ? holder : undefined;
      }
      if (kept.size >= TOKENS_MAX) empty();
      const before = changes;
      const value = loadGrant(services, hash);
      kept.set(hash, { at: now, value });
      value.then(
        (holder) => remember(hash, before, holder),
        () => kept.delete(hash),
      );
      return value;
    },
  };
  readers.set(bus, reader);
  return reader;
}

/** Uncached. */
export async function loadGrant(services: Services, hash: string): Promise<GrantHolder | undefined> {
  const { database, config, now } = services;
  const at = now();
  const values = [hash, at, resourceOf(config.url)];
  const { rows } = await database.pool.query<Row>({ name: 'baton_grant_holder', text: STATEMENT, values });
  const [row] = rows;
  if (row === undefined) return undefined;
  if (at.getTime() - (row.last_used_at?.getTime() ?? 0) >= MINUTE_MS) noteUse(services, database.pool, row, at);
  return {
    clientId: row.client_id,
    userId: row.user_id,
    projectId: row.project_id,
    scopes: row.scopes,
    expiresAt: row.expires_at,
    status: row.status,
    tier: row.tier,
  };
}

/** In the background: the call does not wait for it. */
function noteUse({ log }: Services, pool: pg.Pool, { consent_id }: Row, at: Date): void {
  pool
    .query({ name: 'baton_grant_used', text: USED, values: [consent_id, at] })
    .catch((error: unknown) => log.warn({ reason: String(error) }, 'the last use of an app was not written'));
}

const LIVE = `
  select 1 from oauth_consents c join users u on u.id = c.user_id and u.status = 'active'
  where c.user_id = $1 and c.client_id = $2 and c.reference_id = $3`;

/** Whether the app is still connected, even if the token it started with has expired. */
export async function isGrantLive({ database }: Services, { userId, clientId, projectId }: Grant): Promise<boolean> {
  const values = [userId, clientId, projectId];
  const { rows } = await database.pool.query({ name: 'baton_grant_live', text: LIVE, values });
  return rows.length > 0;
}
