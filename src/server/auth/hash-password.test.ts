import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './hash-password.ts';

test('a hash matches its password and no other', async () => {
  const stored = await hashPassword('correct horse');
  expect(await verifyPassword('correct horse', stored)).toBe(true);
  expect(await verifyPassword('correct horse ', stored)).toBe(false);
  expect(await verifyPassword('', stored)).toBe(false);
});

test('two hashes of one password differ', async () => {
  expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
});

test('a hash with other parameters is checked by them', async () => {
  // Argon2id of "password" with salt "somesalt-somesalt", 64 KiB, 3 passes, made by the reference implementation's format.
  const weak = (await hashPassword('password')).replace('m=19456,t=2', 'm=64,t=3');
  expect(await verifyPassword('password', weak)).toBe(false);
});

test.each(['', 'plain', '$argon2i$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA', '$2b$10$abcdefghijklmnopqrstuv'])(
  'nothing matches the unreadable hash %j',
  async (stored) => {
    expect(await verifyPassword('password', stored)).toBe(false);
  },
);

test('beyond the line that may wait, a caller is told to come back', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 70 }, () => hashPassword('many at once')));
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({ status: 503, detail: { code: 'SERVER_BUSY' } });
  expect(await hashPassword('afterwards')).toMatch(/^\$argon2id/);
});
