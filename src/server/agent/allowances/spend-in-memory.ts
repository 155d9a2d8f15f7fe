import type { Id } from '#contract/fields.ts';
import { PERIODS, type Times } from './reservation.ts';

interface Spent extends Times {
  taken: boolean;
}

const KEYS_MAX = 10_000;
const allowances = new Map<Id, Times>();

/** Clamped to one full period: a clock that was set back must not lock the key out for longer. */
const wholeAt = (known: number, now: number, period: number): number => Math.min(Math.max(known, now), now + period);

/** The same rate limiter (GCRA) for this process alone, used while the database cannot write. */
export function spendInMemory(userId: Id, now: number, steps: Times): Spent {
  const known = allowances.get(userId) ?? { hour: now, minute: now };
  const hour = wholeAt(known.hour, now, PERIODS.hour);
  const minute = wholeAt(known.minute, now, PERIODS.minute);
  const taken = hour + steps.hour <= now + PERIODS.hour && minute + steps.minute <= now + PERIODS.minute;
  if (!taken) return { taken, hour, minute };
  if (allowances.size >= KEYS_MAX) allowances.clear();
  allowances.set(userId, { hour: hour + steps.hour, minute: minute + steps.minute });
  return { taken, hour, minute };
}
