import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessions, signInFailures, verifications } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { addUser } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { sweepExpired } from './sweep-expired.ts';

let services: TestServices;
beforeAll(async () => {
  services = await openTestServices();
});
afterAll(() => services.dispose());

test('what has run out goes, what has not stays', async () => {
  const now = services.now().getTime();
  const { id } = await addUser(services);
  const [past, future] = [new Date(now - 1), new Date(now + 60_000)];
  await services.db.insert(sessions).values({ id: newId(), token: 'old', userId: id, expiresAt: past });
  await services.db.insert(verifications).values([
    { id: newId(), identifier: 'old', value: '', expiresAt: past },
    { id: newId(), identifier: 'new', value: '', expiresAt: future },
  ]);
  await services.db.insert(signInFailures).values([
    { subject: 'account:old', failures: 3, updatedAt: new Date(now - 86_400_001) },
    { subject: 'account:new', failures: 3, updatedAt: new Date(now) },
  ]);
  await sweepExpired(services.contextFor({ kind: 'system', name: 'test' }));
  expect((await services.db.select().from(sessions)).map(({ token }) => token)).not.toContain('old');
  expect(await services.db.select().from(sessions)).toHaveLength(1);
  expect((await services.db.select().from(verifications)).map(({ identifier }) => identifier)).toEqual(['new']);
  expect((await services.db.select().from(signInFailures)).map(({ subject }) => subject)).toEqual(['account:new']);
});

test('of an account that signs in again and again the latest 200 sessions are kept, of others all', async () => {
  const [often, other] = [await addUser(services), await addUser(services)];
  const now = services.now().getTime();
  const open = (userId: typeof often.id, n: number) => ({
    id: newId(),
    token: `${userId} ${n}`,
    userId,
    userAgent: String(n),
    expiresAt: new Date(now + 60_000),
    createdAt: new Date(now - n * 1_000),
  });
  await services.db.insert(sessions).values(Array.from({ length: 230 }, (_, n) => open(often.id, n)));
  await services.db.insert(sessions).values(open(other.id, 900));
  await sweepExpired(services.contextFor({ kind: 'system', name: 'test' }));
  const rows = await services.db.select().from(sessions);
  const kept = rows.filter(({ userId }) => userId === often.id);
  expect(kept).toHaveLength(200);
  expect(kept.every(({ userAgent }) => Number(userAgent) < 200)).toBe(true);
  expect(rows.some(({ userId, userAgent }) => userId === other.id && userAgent === '900')).toBe(true);
});
