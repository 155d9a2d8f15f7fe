import { and, eq, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Bus } from '#server/platform/bus.ts';
import { keepCache } from '#server/platform/caches.ts';
import type { Services } from '#server/platform/context.ts';
import { sessions, users } from '#server/platform/db/tables/index.ts';
import { EVERYBODY } from './change-account.ts';
import { isAdministrator } from './rules.ts';
import { userActivityOf } from './user-activity.ts';

/** The account of a session, and whether the session is valid. */
export interface Principal {
  name: string;
  isAdmin: boolean;
  status: 'active' | 'suspended';
  /** Undefined when the session was revoked. */
  sessionExpiresAt: Date | undefined;
}

interface Kept {
  at: number;
  value: Promise<Principal | undefined>;
}

interface Principals {
  read(userId: Id, sessionId: Id): Promise<Principal | undefined>;
}

/** TTL of the cache: how long a lost notification could keep a revoked session working. */
const MAX_AGE_MS = 1_000;
const USERS_MAX = 20_000;
const SESSIONS_MAX = 100;

const readers = new WeakMap<Bus, Principals>();

/** One cache per server process; every context of a process shares its bus. */
export function principalsOf(services: Services): Principals {
  const known = readers.get(services.bus);
  if (known !== undefined) return known;
  const reader = createPrincipals(services);
  readers.set(services.bus, reader);
  return reader;
}

function createPrincipals(services: Services): Principals {
  const { db, bus, config } = services;
  const kept = new Map<string, Map<string, Kept>>();
  const empty = () => {
    const entries = kept.values().reduce((sum, ofUser) => sum + ofUser.size, 0);
    kept.clear();
    return entries;
  };
  bus.on('principal', (userId) => void (userId === EVERYBODY ? empty() : kept.delete(userId)));
  keepCache(bus, empty);

  const statement = db
    .select({
      name: users.name,
      email: users.email,
      emailVerified: users.emailVerified,
      isAdmin: users.isAdmin,
      status: users.status,
      sessionExpiresAt: sessions.expiresAt,
    })
    .from(users)
    .leftJoin(sessions, and(eq(sessions.userId, users.id), eq(sessions.id, sql.placeholder('sessionId'))))
    .where(eq(users.id, sql.placeholder('userId')))
    .prepare('baton_principal');

  const load = async (userId: Id, sessionId: Id): Promise<Principal | undefined> => {
    const [row] = await statement.execute({ userId, sessionId });
    if (row === undefined) return undefined;
    const { name, status } = row;
    if (status === 'active' && row.sessionExpiresAt !== null) userActivityOf(services).note(userId);
    return {
      // Signing up asks for no name: until there is one, the address says whose answer, note or edit it is.
      name: name || row.email,
      status,
      isAdmin: isAdministrator(row, config.adminEmails),
      sessionExpiresAt: row.sessionExpiresAt ?? undefined,
    };
  };

  return {
    read(userId, sessionId) {
      const now = performance.now();
      const found = kept.get(userId)?.get(sessionId);
      if (found !== undefined && now - found.at < MAX_AGE_MS) return found.value;
      const value = load(userId, sessionId);
      if (kept.size >= USERS_MAX) kept.clear();
      const ofUser = kept.get(userId) ?? new Map<string, Kept>();
      if (ofUser.size >= SESSIONS_MAX) ofUser.clear();
      ofUser.set(sessionId, { at: now, value });
      kept.set(userId, ofUser);
      value.catch(() => kept.delete(userId));
      return value;
    },
  };
}
