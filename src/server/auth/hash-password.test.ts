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

test('a hash of the reference implementation, with parameters of its own, is understood', async () => {
  const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await verifyPassword('password', stored)).toBe(true);
  expect(await verifyPassword('differentpassword', stored)).toBe(false);
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
