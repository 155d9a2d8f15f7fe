import { randomFillSync } from 'node:crypto';

/** A call of the system's generator costs as much for eight bytes as for these. */
const POOL_BYTES = 4_096;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** Cryptographic random bytes from a buffer; each is used once and then erased. */
export function randomPooled(size: number): Buffer {
  if (size > POOL_BYTES) return randomFillSync(Buffer.alloc(size));
  if (used + size > POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const given = Buffer.allocUnsafe(size);
  for (let at = 0; at < size; at += 1) {
    given[at] = pool[used] ?? 0;
    pool[used] = 0;
    used += 1;
  }
  return given;
}
