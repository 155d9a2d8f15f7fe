export const API_KEY_PREFIX = 'baton_';
const RANDOM_LENGTH = 34;
const CHECKSUM_LENGTH = 6;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = /^baton_[0-9A-Za-z]{40}$/;

/** A key of random base62 characters, of which the last six are a checksum against typos. */
export function composeApiKey(randomBytes: (count: number) => Uint8Array): string {
  let random = '';
  while (random.length < RANDOM_LENGTH)
    for (const byte of randomBytes(RANDOM_LENGTH * 2))
      // Rejection sampling: 248 is the largest multiple of 62 in a byte; using the rest would bias some characters.
      if (byte < 248 && random.length < RANDOM_LENGTH) random += DIGITS[byte % 62];
  const body = `${API_KEY_PREFIX}${random}`;
  return body + checksumOf(body);
}

/** Checks form and checksum, without a look-up. */
export function isApiKey(value: string): boolean {
  return SHAPE.test(value) && value.endsWith(checksumOf(value.slice(0, -CHECKSUM_LENGTH)));
}

/** The first four and the last four characters; a short key is masked entirely. */
export function maskKey(key: string): string {
  if (key.length <= 8) return '•'.repeat(key.length);
  return `${key.slice(0, 4)}${'•'.repeat(20)}${key.slice(-4)}`;
}

/** CRC-32 of the text, in base62. */
function checksumOf(value: string): string {
  let crc = 0xff_ff_ff_ff;
  for (let place = 0; place < value.length; place += 1) {
    crc ^= value.charCodeAt(place);
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0);
  }
  let rest = (crc ^ 0xff_ff_ff_ff) >>> 0;
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = (DIGITS[rest % 62] ?? '0') + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
