import { expect, test } from 'vitest';
import { totp } from '#test/totp.ts';
import { base32, computeCode, findStep, newSecret, otpauthUri, stepAt } from './compute-totp.ts';

/** RFC 6238, appendix B, the last six of its eight digits. */
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('the code at second %i is the one of the RFC', (second, code) => {
  const time = new Date(second * 1_000);
  const secret = Buffer.from('12345678901234567890');
  expect(computeCode(secret, stepAt(time))).toBe(code);
  expect(totp(base32(secret), time.getTime())).toBe(code);
});

test('a code is good one step before and after its own, and no longer', () => {
  const secret = newSecret();
  const now = new Date(1_800_000_015_000);
  const step = stepAt(now);
  const found = [-2, -1, 0, 1, 2].map((skew) => findStep(secret, computeCode(secret, step + skew), now));
  expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
  expect(findStep(secret, '', now)).toBeUndefined();
});

test('the QR code says whose secret it is', () => {
  const secret = Buffer.from('12345678901234567890');
  expect(otpauthUri(secret, 'ada+1@example.com', 'baton.example:8443')).toBe(
    'otpauth://totp/Baton%20(baton.example%3A8443):ada%2B1%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Baton%20%28baton.example%3A8443%29&algorithm=SHA1&digits=6&period=30',
  );
});
