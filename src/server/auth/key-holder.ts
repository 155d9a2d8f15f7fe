import { timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import type { Id } from '#contract/fields.ts';
import type { Bus } from '#server/platform/bus.ts';
import { keepCache } from '#server/platform/caches.ts';
import type { AgentKey, Services } from '#server/platform/context.ts';

/** The owner of a key, with what every call needs to know about the account. */
export interface KeyHolder extends AgentKey {
  userId: Id;
  status: 'active' | 'suspended';
}

interface KeyHolders {
  read(hash: string): Promise<KeyHolder | undefined>;
}

interface Kept {
  at: number;
  value: Promise<KeyHolder | undefined>;
}

interface Row {
  id: Id;
  user_id: Id;
  name: string;
  api_key_hash: string;
  project_id: Id | null;
  is_read_only: boolean;
  expires_at: Date | null;
  status: KeyHolder['status'];
  tier: string;
}

/** TTL of the cache: how long a lost notification could keep a revoked key working. */
const MAX_AGE_MS = 1_000;
const KEYS_MAX = 20_000;
const STATEMENT = `
  select k.id, k.user_id, k.name, k.api_key_hash, k.project_id, k.is_read_only, k.expires_at, u.status,
    coalesce(s.tier_id, 'free') as tier
  from users_api_key k join users u on u.id = k.user_id left join user_subscriptions s on s.user_id = k.user_id and (s.access_until is null or s.access_until > $2)
  where k.api_key_hash = $1`;

const readers = new WeakMap<Bus, KeyHolders>();

/** One cache per server process, invalidated by notifications when an account changes. */
export function keyHoldersOf({ bus, database, now: today }: Services): KeyHolders {
  const known = readers.get(bus);
  if (known !== undefined) return known;
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
    changes += 1;
    for (const hash of hashesOf.get(userId) ?? []) kept.delete(hash);
    hashesOf.delete(userId);
  });
  keepCache(bus, empty);

  const remember = (hash: string, before: number, holder: KeyHolder | undefined) => {
    // Invalidated while it was loading: the result may be stale and is not cached.
    if (holder === undefined || changes !== before) return void kept.delete(hash);
    const hashes = hashesOf.get(holder.userId) ?? new Set<string>();
    hashesOf.set(holder.userId, hashes.add(hash));
  };
  const reader: KeyHolders = {
    read(hash) {
      const now = performance.now();
      const found = kept.get(hash);
      if (found !== undefined && now - found.at < MAX_AGE_MS) return found.value;
      if (kept.size >= KEYS_MAX) empty();
      const before = changes;
      const value = load(database.pool, hash, today());
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

/** Compared at every call, and not when the row is read: a key that is cached expires too. */
export const hasExpired = ({ expiresAt }: KeyHolder, now: Date): boolean => expiresAt !== null && expiresAt <= now;

async function load(pool: pg.Pool, hash: string, now: Date): Promise<KeyHolder | undefined> {
  const { rows } = await pool.query<Row>({ name: 'baton_key_holder', text: STATEMENT, values: [hash, now] });
  const [row] = rows;
  if (row === undefined || !timingSafeEqual(Buffer.from(row.api_key_hash), Buffer.from(hash))) return undefined;
  return {
    id: row.id,
    userId: row.user_id,
    name: row.name,
    hash,
    boundTo: row.project_id,
    readOnly: row.is_read_only,
    expiresAt: row.expires_at,
    status: row.status,
    tier: row.tier,
  };
}
