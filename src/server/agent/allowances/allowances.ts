import type { Id } from '#contract/fields.ts';
import type { Bus } from '#server/platform/bus.ts';
import type { Services } from '#server/platform/context.ts';
import { setTimeout } from '#server/platform/guard.ts';
import { isDiskFull } from '#server/platform/http/failures.ts';
import { type Reservation, type Return, type Times, returnOf, spendFrom } from './reservation.ts';
import { type Reserved, returnCalls, reservationOf, reserveCalls } from './reserve-calls.ts';
import { spendInMemory } from './spend-in-memory.ts';

/** For a refused call: when the hourly and the minute allowance are full again. */
export type Full = Times;

export interface Allowances {
  /**
   * Undefined: admitted synchronously from the local reserve. Else resolves to undefined when admitted, or to when the
   * allowances are full again.
   */
  take(userId: Id, steps: Times): undefined | Promise<Full | undefined>;
  /** True for a key that was refused within the last minute: its calls are counted before any work is done for them. */
  isOverLimit(userId: Id): boolean;
  /** Returns reserved calls that were not used. */
  close(): Promise<void>;
}

interface Key {
  reservation?: Reservation;
  /**
   * The request to the database that is under way; concurrent calls of the key await it instead of sending another
   * (single-flight).
   */
  asking?: { isCall: boolean; answer: Promise<Full | undefined> };
}

/** After this time unused reserved calls go back to the shared allowance. */
const RETURN_AFTER_MS = 3_000;
const REMEMBERED_US = 60_000_000;
const KEYS_MAX = 10_000;

const kept = new WeakMap<Bus, Allowances>();

/**
 * One per server process: a rate limiter that reserves calls from the database in batches and spends them from memory.
 */
export function allowancesOf(services: Services): Allowances {
  const known = kept.get(services.bus);
  if (known !== undefined) return known;
  const made = createAllowances(services);
  kept.set(services.bus, made);
  return made;
}

function createAllowances({ database, now, log }: Services): Allowances {
  const { pool } = database;
  const keys = new Map<Id, Key>();
  const refused = new Map<Id, number>();
  let timer: NodeJS.Timeout | undefined;
  const nowUs = () => now().getTime() * 1_000;

  const ask = async (userId: Id, key: Key, steps: Times): Promise<Full | undefined> => {
    const at = nowUs();
    const before = key.reservation && returnOf(key.reservation, at);
    const reserved = await reserveCalls(pool, userId, at, steps, before).catch((error: unknown): Reserved => {
      if (!isDiskFull(error)) throw error;
      // With a full disk the limiter falls back to memory: reads are still answered, and still limited.
      return { calls: 0, ...spendInMemory(userId, at, steps) };
    });
    if (!reserved.taken) {
      if (refused.size >= KEYS_MAX) refused.clear();
      refused.set(userId, at + REMEMBERED_US);
      return { hour: reserved.hour, minute: reserved.minute };
    }
    if (reserved.calls > 0) {
      key.reservation = reservationOf(reserved, at, steps);
      spendFrom(key.reservation, at, steps);
      timer ??= setTimeout(returnAll, RETURN_AFTER_MS).unref();
    }
    return undefined;
  };

  const takeInTurn = async (userId: Id, key: Key, steps: Times): Promise<Full | undefined> => {
    const isCall = steps.hour > 0;
    while (key.asking !== undefined) {
      const { answer, isCall: isSame } = key.asking;
      const full = await answer;
      if (full !== undefined && isCall === isSame) return full;
      if (key.reservation !== undefined && spendFrom(key.reservation, nowUs(), steps)) return undefined;
    }
    const answer = ask(userId, key, steps).finally(() => {
      delete key.asking;
    });
    key.asking = { isCall, answer };
    return answer;
  };

  const returnAll = async () => {
    clearTimeout(timer);
    timer = undefined;
    const returns = new Map<Id, Return>();
    for (const [userId, { reservation, asking }] of keys) {
      if (asking !== undefined) continue;
      keys.delete(userId);
      if (reservation !== undefined) returns.set(userId, returnOf(reservation, nowUs()));
    }
    if (keys.size > 0) timer = setTimeout(returnAll, RETURN_AFTER_MS).unref();
    if (returns.size === 0) return;
    // Best effort: what is not returned is refilled within the hour anyway.
    await returnCalls(pool, returns).catch((error: unknown) =>
      log.warn({ reason: String(error) }, 'calls that were lent could not be given back'),
    );
  };

  return {
    take(userId, steps) {
      let key = keys.get(userId);
      if (key?.asking === undefined && key?.reservation !== undefined && spendFrom(key.reservation, nowUs(), steps))
        return undefined;
      if (key === undefined) {
        key = {};
        keys.set(userId, key);
      }
      return takeInTurn(userId, key, steps);
    },
    isOverLimit: (userId) => (refused.get(userId) ?? 0) > nowUs(),
    close: returnAll,
  };
}
