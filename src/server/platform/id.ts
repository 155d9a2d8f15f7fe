import type { Id } from '#contract/fields.ts';
import { randomPooled } from './random.ts';

let last = 0;
let count = 0;

/**
 * UUIDv7 generated here: PostgreSQL below 18 has no function for it. Monotonic within a millisecond, so that rows
 * written together keep their order.
 */
export function newId(now: number = Date.now()): Id {
  const bytes = randomPooled(16);
  count = now === last ? count + 1 : (bytes.readUInt16BE(6) & 0x03ff) + 1;
  last = now;
  bytes.writeUIntBE(now, 0, 6);
  // A 12-bit counter that starts low; beyond it the order within the millisecond is random again.
  bytes.writeUInt16BE(0x7000 | Math.min(count, 0x0fff), 6);
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as Id;
}
