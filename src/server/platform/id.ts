import { randomBytes } from 'node:crypto';
import type { Id } from '#contract/fields.ts';

/** UUIDv7 made here rather than by the database: PostgreSQL below 18 has no function for it. */
export function newId(now: number = Date.now()): Id {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}` as Id;
}
