import { timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import type { Id } from '#contract/fields.ts';
import type { Bus } from '#server/platform/bus.ts';
import { keepCache } from '#server/platform/caches.ts';
import type { Services } from '#server/platform/context.ts';

/** The owner of a key, with what every call needs to know about the account. */
export interface KeyHolder {
  userId: Id;
  status: 'active' | 'suspended';
  tier: string;
}

interface KeyHolders {
  read(hash: string): Promise<KeyHolder | undefined>;
}

interface Kept {
  at: number;
  value: Promise<KeyHolder | undefined>;
}

interface Row {
  user_id: Id;
  api_key_hash: string;
  status: KeyHolder['status'];
  tier: string;
}

/** TTL of the cache: how long a lost notification could keep a revoked key working. */
const MAX_AGE_MS = 1_000;
const KEYS_MAX = 20_000;
const STATEMENT = `
  select k.user_id, k.api_key_hash, u.status, coalesce(s.tier_id, 'free') as tier
  from users_api_key k join users u on u.id = k.user_id left join user_subscriptions s on s.user_id = k.user_id and (s.access_until is null or s.access_until > $2)
  where k.api_key_hash = $1`;

const readers = new WeakMap<Bus, KeyHolders>();

/** One cache per server process, invalidated by notifications when an account changes. */
export function keyHoldersOf({ bus, database, now: today }: Services): KeyHolders {
  const known = readers.get(bus);
  if (known !== undefined) return known;
  const kept = new Map<string, Kept>();
  const hashOf = new Map<Id, string>();
  let changes = 0;
  const forget = (userId: string) => {
    changes += 1;
    const hash = hashOf.get(userId as Id);
    if (hash !== undefined) kept.delete(hash);
  };
  bus.on('principal', forget);
  keepCache(bus, () => {
    changes += 1;
    const entries = kept.size;
    kept.clear();
    return entries;
  });
  const reader: KeyHolders = {
    read(hash) {
      const now = performance.now();
      const found = kept.get(hash);
      if (found !== undefined && now - found.at < MAX_AGE_MS) return found.value;
      const before = changes;
      const value = load(database.pool, hash, today());
      if (kept.size >= KEYS_MAX) {
        kept.clear();
        hashOf.clear();
      }
      kept.set(hash, { at: now, value });
      value.then(
        (holder) => {
          if (holder !== undefined) hashOf.set(holder.userId, hash);
          // Invalidated while it was loading: the result may be stale and is not cached.
          if (holder === undefined || changes !== before) kept.delete(hash);
        },
        () => kept.delete(hash),
      );
      return value;
    },
  };
  readers.set(bus, reader);
  return reader;
}

async function load(pool: pg.Pool, hash: string, now: Date): Promise<KeyHolder | undefined> {
  const { rows } = await pool.query<Row>({ name: 'baton_key_holder', text: STATEMENT, values: [hash, now] });
  const [row] = rows;
  if (row === undefined || !timingSafeEqual(Buffer.from(row.api_key_hash), Buffer.from(hash))) return undefined;
  return { userId: row.user_id, status: row.status, tier: row.tier };
}
