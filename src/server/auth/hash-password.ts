import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { serverBusy } from './refusals.ts';

const MEMORY_KIB = 19_456;
const PASSES = 2;
const PARALLELISM = 1;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
/** Concurrency limit: each hash holds 19 MiB and one of the four libuv threads, which also serve files and DNS. */
const RUNNING_MAX = 3;
/** Length of the queue; beyond it requests are refused with a retry hint (load shedding). */
const WAITING_MAX = 64;

const STORED = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const derive = promisify((parameters: Argon2Parameters, done: (error: Error | null, key: Buffer) => void) =>
  argon2('argon2id', parameters, done),
);

/** A new hash in the PHC string format, whose stored parameters allow raising them later. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await run(password, {
    nonce,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: PARALLELISM,
    tagLength: TAG_BYTES,
  });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${encode(nonce)}$${encode(tag)}`;
}

/** A malformed hash matches nothing. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = STORED.exec(stored) ?? [];
  if (salt === undefined || tag === undefined) return false;
  const expected = Buffer.from(tag, 'base64');
  const actual = await run(password, {
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}

const waiting: (() => void)[] = [];
let running = 0;

async function run(password: string, parameters: Omit<Argon2Parameters, 'message'>): Promise<Buffer> {
  await takePlace();
  try {
    // NFKC: the same password may arrive composed or decomposed, depending on keyboard and system.
    return await derive({ ...parameters, message: password.normalize('NFKC') });
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

async function takePlace(): Promise<void> {
  if (running < RUNNING_MAX) {
    running += 1;
    return;
  }
  if (waiting.length >= WAITING_MAX) throw serverBusy();
  await new Promise<void>((resolve) => waiting.push(resolve));
}

const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
