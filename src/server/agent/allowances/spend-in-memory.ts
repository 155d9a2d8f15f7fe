import type { Id } from '#contract/fields.ts';
import { PERIODS, type Times } from './handful.ts';

interface Spent extends Times {
  taken: boolean;
}

const KEYS_MAX = 10_000;
const allowances = new Map<Id, Times>();

/** What a clock that was set back has counted ahead of itself counts as all there is. */
const wholeAt = (known: number, now: number, period: number): number => Math.min(Math.max(known, now), now + period);

/** A key's allowance as the database counts it (GCRA), for this server alone and while the database can write nothing. */
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
