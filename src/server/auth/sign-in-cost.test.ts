import type * as crypto from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { users } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { type AuthServer, PASSWORD, startAuthServer } from '#test/auth-server.ts';

const hashes = vi.hoisted(() => ({ count: 0 }));
vi.mock('node:crypto', async (load) => {
  const real = await load<typeof crypto>();
  const argon2: typeof real.argon2 = (...sent) => {
    hashes.count += 1;
    return real.argon2(...sent);
  };
  return { ...real, argon2 };
});

let server: AuthServer;
beforeAll(async () => {
  server = await startAuthServer();
  await server.addAccount('person@example.com');
  await server.db.insert(users).values({ id: newId(), email: 'google@example.com', emailVerified: true });
});
afterAll(() => server.dispose());

test.each(['person@example.com', 'nobody@example.com', 'google@example.com'])(
  'a wrong password for %s costs one hash, whoever it is',
  async (email) => {
    hashes.count = 0;
    await server.browser().signIn(email, 'wrong password');
    expect(hashes.count).toBe(1);
  },
);

test('a closed account costs no hash at all', async () => {
  for (let number = 0; number < 10; number += 1) await server.browser().signIn('person@example.com', 'wrong password');
  hashes.count = 0;
  expect(await server.browser().signIn('person@example.com', PASSWORD)).toMatchObject({ status: 429 });
  expect(hashes.count).toBe(0);
});

test('twenty-five attempts at once cost at most ten hashes', async () => {
  await server.addAccount('stormed@example.com');
  hashes.count = 0;
  await Promise.all(Array.from({ length: 25 }, () => server.browser().signIn('stormed@example.com', 'wrong password')));
  expect(hashes.count).toBe(10);
});
