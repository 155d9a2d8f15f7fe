import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator app shows, computed apart from the server's own arithmetic. */
export function totp(secret: string, at: number): string {
  let bits = 0n;
  for (const letter of secret.toUpperCase()) bits = (bits << 5n) | BigInt(ALPHABET.indexOf(letter));
  const bytes = Math.floor((secret.length * 5) / 8);
  const key = Buffer.from((bits >> BigInt(secret.length * 5 - bytes * 8)).toString(16).padStart(bytes * 2, '0'), 'hex');
  const step = Buffer.from(
    Math.floor(at / 30_000)
      .toString(16)
      .padStart(16, '0'),
    'hex',
  );
  const mac = createHmac('sha1', key).update(step).digest();
  const word = mac.readUInt32BE(Number(mac.at(-1)) % 16) & 0x7f_ff_ff_ff;
  return String(word).slice(-6).padStart(6, '0');
}
