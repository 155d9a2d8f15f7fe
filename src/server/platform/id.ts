import type { Id } from '#contract/fields.ts';
import { randomPooled } from './random.ts';

/** Counters of the last moments: callers take their time at the beginning, so the moments of calls overlap. */
const counts = new Map<number, number>();
const MOMENTS = 16;

/**
 * UUIDv7 generated here: PostgreSQL below 18 has no function for it. Monotonic within a millisecond, so that rows
 * written together keep their order.
 */
export function newId(now: number = Date.now()): Id {
  const bytes = randomPooled(16);
  const count = (counts.get(now) ?? bytes.readUInt16BE(6) & 0x03ff) + 1;
  counts.set(now, count);
  if (counts.size > MOMENTS) counts.delete(counts.keys().next().value ?? now);
  bytes.writeUIntBE(now, 0, 6);
  // A 12-bit counter that starts low; beyond it the order within the millisecond is random again.
  bytes.writeUInt16BE(0x7000 | Math.min(count, 0x0fff), 6);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as Id;
}
