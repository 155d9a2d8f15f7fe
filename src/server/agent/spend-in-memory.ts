import type { Id } from '#contract/fields.ts';

export const HOUR_MS = 3_600_000;
export const MINUTE_MS = 60_000;

/** What one call takes of the time in which an allowance is whole again. */
export interface Steps {
  hour: number;
  minute: number;
}

export interface Spent {
  taken: boolean;
  hour: Date | null;
  minute: Date | null;
}

const KEYS_MAX = 10_000;
const allowances = new Map<Id, { hour: number; minute: number }>();

/** A key's allowance as the database counts it (GCRA), for this server alone and while the database can write nothing. */
export function spendInMemory(userId: Id, now: number, steps: Steps): Spent {
  const known = allowances.get(userId) ?? { hour: now, minute: now };
  const next = { hour: Math.max(known.hour, now) + steps.hour, minute: Math.max(known.minute, now) + steps.minute };
  const taken = next.hour <= now + HOUR_MS && next.minute <= now + MINUTE_MS;
  if (!taken) return { taken, hour: new Date(known.hour), minute: new Date(known.minute) };
  if (allowances.size >= KEYS_MAX) allowances.clear();
  allowances.set(userId, next);
  return { taken, hour: null, minute: null };
}
