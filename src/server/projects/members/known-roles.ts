import { SHARED_PROJECTS_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { GivenRole } from '#contract/people.ts';
import { EVERYBODY } from '#server/auth/index.ts';
import type { Bus } from '#server/platform/bus.ts';
import { keepCache } from '#server/platform/caches.ts';
import type { Services } from '#server/platform/context.ts';
import { findRole } from './find-role.ts';

interface KnownRoles {
  /** The owner's id; undefined for a project that does not exist. */
  ownerOf(projectId: Id): Promise<Id | undefined>;
  /** The role of somebody who is not the owner. */
  roleOf(projectId: Id, userId: Id): Promise<GivenRole | undefined>;
}

interface Kept {
  at: number;
  value: Promise<GivenRole | undefined>;
}

/** TTL of the roles: how long a lost notification could let somebody in who was removed. */
const MAX_AGE_MS = 1_000;
const ENTRIES_MAX = 20_000;
const OWNER = 'select user_id from projects where id = $1 and deleted_at is null';

const readers = new WeakMap<Bus, KnownRoles>();

/**
 * Whose project a statement of the fast path has to name. One cache per server process. An owner is kept until a
 * notification: the statement itself compares it with the row, so an outdated one finds nothing. Roles decide, so they
 * are kept as briefly as sessions and keys.
 */
export function knownRolesOf({ bus, db, database }: Services): KnownRoles {
  const known = readers.get(bus);
  if (known !== undefined) return known;
  const owners = new Map<Id, Promise<Id | undefined>>();
  const roles = new Map<string, Map<Id, Kept>>();
  const empty = () => {
    const entries = owners.size + roles.size;
    owners.clear();
    roles.clear();
    return entries;
  };
  bus.on('principal', (userId) => void (userId === EVERYBODY ? empty() : roles.delete(userId)));
  bus.on(OWNER_TOPIC, (projectId) => void owners.delete(projectId as Id));
  keepCache(bus, empty);

  const reader: KnownRoles = {
    ownerOf(projectId) {
      const found = owners.get(projectId);
      if (found !== undefined) return found;
      if (owners.size >= ENTRIES_MAX) owners.clear();
      const value = database.pool
        .query<{ user_id: Id }>({ name: 'baton_owner', text: OWNER, values: [projectId] })
        .then(({ rows }) => rows[0]?.user_id);
      owners.set(projectId, value);
      value.then(
        (owner) => {
          if (owner === undefined && owners.get(projectId) === value) owners.delete(projectId);
        },
        () => owners.delete(projectId),
      );
      return value;
    },
    roleOf(projectId, userId) {
      const now = performance.now();
      const found = roles.get(userId)?.get(projectId);
      if (found !== undefined && now - found.at < MAX_AGE_MS) return found.value;
      if (roles.size >= ENTRIES_MAX) roles.clear();
      const ofUser = roles.get(userId) ?? new Map<Id, Kept>();
      if (ofUser.size >= SHARED_PROJECTS_MAX) ofUser.clear();
      const value = findRole(db, projectId, userId);
      roles.set(userId, ofUser.set(projectId, { at: now, value }));
      value.catch(() => roles.delete(userId));
      return value;
    },
  };
  readers.set(bus, reader);
  return reader;
}

/** Topic of the bus: a project has another owner. */
export const OWNER_TOPIC = 'owner';
