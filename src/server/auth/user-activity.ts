import type { Id } from '#contract/fields.ts';
import type { Bus } from '#server/platform/bus.ts';
import type { Services } from '#server/platform/context.ts';
import { setTimeout } from '#server/platform/guard.ts';

interface UserActivity {
  note(userId: Id): void;
  /** Writes the buffered times; part of graceful shutdown. */
  flush(): Promise<void>;
}

const MINUTE_MS = 60_000;
const EVERY_MS = 15_000;
const USERS_MAX = 100_000;

/** Locks the account rows: one that is deleted concurrently would violate the foreign key and fail the whole batch. */
const WRITE = `
  insert into user_activity (user_id, last_active_at)
  select u.id, a.at from unnest($1::uuid[], $2::timestamptz[]) as a (user_id, at) join users u on u.id = a.user_id
  order by u.id for key share of u
  on conflict (user_id) do update set last_active_at = greatest(user_activity.last_active_at, excluded.last_active_at)`;

const recorders = new WeakMap<Bus, UserActivity>();

/**
 * Last-active times, buffered and written in the background, at most once a minute per account. The first of an account
 * is written at once, so that somebody who has just signed in appears in the console.
 */
export function userActivityOf(services: Services): UserActivity {
  const known = recorders.get(services.bus);
  if (known !== undefined) return known;
  const { database, log, now } = services;
  const noted = new Map<Id, number>();
  let waiting = new Map<Id, Date>();
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const write = async () => {
    const batch = waiting;
    waiting = new Map();
    if (batch.size === 0) return;
    await database.pool.query(WRITE, [[...batch.keys()], [...batch.values()]]);
  };
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    writing = writing
      .then(write)
      .catch((error: unknown) => log.warn({ reason: String(error) }, 'the last activity of accounts was not written'));
    return writing;
  };
  const recorder: UserActivity = {
    note(userId) {
      const at = now();
      if (at.getTime() - (noted.get(userId) ?? 0) < MINUTE_MS) return;
      const isNew = !noted.has(userId);
      if (noted.size >= USERS_MAX) noted.clear();
      noted.set(userId, at.getTime());
      waiting.set(userId, at);
      if (isNew) void flush();
      else timer ??= setTimeout(flush, EVERY_MS).unref();
    },
    flush,
  };
  recorders.set(services.bus, recorder);
  return recorder;
}
