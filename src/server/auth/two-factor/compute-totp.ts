import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { PRODUCT } from '#contract/constants.ts';

/** RFC 6238 with what every authenticator app supports: SHA-1, six digits, 30 seconds. */
const PERIOD_MS = 30_000;
const DIGITS = 6;
/** RFC 4226 recommends 160 bits, the length of the hash. */
const SECRET_BYTES = 20;
/** Clocks differ: the code before and the one after are taken too. */
const SKEW = [0, -1, 1];
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

export const newSecret = (): Buffer => randomBytes(SECRET_BYTES);
export const stepAt = (time: Date): number => Math.floor(time.getTime() / PERIOD_MS);

/** RFC 4226. */
export function computeCode(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The time step that a code belongs to, if it is of now or of a neighbouring step. */
export function findStep(secret: Buffer, code: string, time: Date): number | undefined {
  const given = Buffer.from(code);
  return SKEW.map((skew) => stepAt(time) + skew).find((step) => {
    const right = Buffer.from(computeCode(secret, step));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}

/** RFC 4648 base32 in lower case, without padding. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** What the QR code says. */
export function otpauthUri(secret: Buffer, email: string, host: string): string {
  const issuer = `${PRODUCT} (${host})`;
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(email)}`;
  const rest = { secret: base32(secret).toUpperCase(), issuer, algorithm: 'SHA1', digits: '6', period: '30' };
  // Some apps take a plus sign for itself.
  return `otpauth://totp/${label}?${new URLSearchParams(rest).toString().replaceAll('+', '%20')}`;
}
